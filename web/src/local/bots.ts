/** Players made of code: random, greedy, eight levels and the champion (src/hexade/bots). */
import { nthSeed, Stream } from './chance';
import { judged } from './evaluation';
import type { Level, LocalGame, Move, Setup } from './game';
import { demand } from './match';

const LEVELS = 8;
const CHAMPION = 'champion';
/** Turns before the end in which mistakes fade out. */
const FADE = 5;
/** The stream of a bot's seed for its mistakes. */
const ERRS = 7;
const FINE = 1 << 30;
const HALVINGS = 26;

/** Which level a bot plays at, from 1; null for a bot without a level. */
function levelOf(bot: string): number | null {
  if (bot === CHAMPION) return LEVELS;
  const level = Number(/^level([1-8])$/.exec(bot)?.[1]);
  return level || null;
}

/** Whether a bot can play in the page: those that an operator brings cannot. */
export const playsHere = (bot: string, { players }: LocalGame): boolean =>
  ['random', 'greedy', ...(players ?? [])].includes(bot) || levelOf(bot) !== null;

/** What a bot needs for a move: all that its seat may know, and nothing else. */
export interface Question {
  game: LocalGame;
  setup: Setup;
  view: unknown;
  legal: readonly Move[];
  /** Of its own chance, not of the deal. */
  seed: bigint;
}

/** Return a bot's move; the same question always gets the same answer. */
export function choose(bot: string, asked: Question): Move {
  const level = levelOf(bot);
  const { game, view, seed } = asked;
  demand(playsHere(bot, game), 'bot', `there is no bot '${bot}' on this device`);
  if (level) return atLevel(level, asked);
  if (game.play && game.players?.includes(bot)) return game.play(bot, view, seed);
  return bot === 'greedy' ? greedy(asked) : random(asked);
}

function random({ game, view, legal, seed }: Question): Move {
  return legal[new Stream(seed).below(game.ply(view), legal.length)] ?? 0;
}

function greedy(asked: Question): Move {
  const worth = asked.game.worth(asked.view, asked.legal) ?? asked.legal.map(() => 0);
  const best = Math.max(...worth);
  return random({ ...asked, legal: asked.legal.filter((_, n) => worth[n] === best) });
}

function atLevel(number: number, asked: Question): Move {
  const { game, setup, view, legal, seed } = asked;
  const level = game.levels(setup)[number - 1];
  if (legal.length === 1 || !level) return legal[0] ?? 0;
  const values = seenBy(level, asked);
  if (!values) return random(asked);
  const noise = level.noise * Math.min(1, (game.turnsLeft(view) - 1) / FADE);
  const share = new Stream(seed, ERRS).below(game.ply(view), FINE) / FINE;
  const pick = game.pick?.(values, noise, share) ?? picked(values, noise, share);
  return legal[pick] ?? legal[0] ?? 0;
}

/** The values of the legal moves as a level sees them: by taste alone, it asks no judge. */
function seenBy(level: Level, { game, view, legal, seed }: Question): number[] | null {
  const { effort, pull, tastes } = level;
  const tasted = pull > 0 ? game.tasted?.(view, legal, tastes) : undefined;
  if (tasted && pull >= 1) return tasted;
  const found = judged(game, view, legal, effort, nthSeed(seed, game.ply(view)))?.values ?? null;
  if (!found || !tasted) return found;
  return found.map((value, n) => value + pull * ((tasted[n] ?? value) - value));
}

/** The index of the move that falls on a share of all weights. */
function picked(values: readonly number[], noise: number, share: number): number {
  let sum = 0;
  const chances = erring(values, noise).map((weight) => (sum += weight));
  const at = chances.findIndex((chance) => chance > share * sum);
  return at < 0 ? values.length - 1 : at;
}

/**
 * The weight of each move for a player that loses this share of a random player's loss: the softmax
 * at the temperature that gives this expected loss.
 */
export function erring(values: readonly number[], noise: number): number[] {
  const best = Math.max(...values);
  const gaps = values.map((value) => best - value);
  const wanted = (noise * gaps.reduce((sum, gap) => sum + gap, 0)) / gaps.length;
  if (wanted <= 0) return gaps.map((gap) => Number(gap === 0));
  const unit = Math.max(...gaps);
  const at = (temperature: number): number[] =>
    gaps.map((gap) => Math.exp(-gap / (temperature * unit)));
  let [low, high] = [1e-6, 1e3];
  for (let n = 0; n < HALVINGS; n++) {
    const middle = Math.sqrt(low * high);
    let [lost, sum] = [0, 0];
    at(middle).forEach((weight, i) => {
      lost += weight * (gaps[i] ?? 0);
      sum += weight;
    });
    if (lost > wanted * sum) high = middle;
    else low = middle;
  }
  return at(low);
}
