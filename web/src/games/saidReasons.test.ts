/** Why the coach advises a move, from real positions, in three languages: numbers, names, words. */
import { readFileSync } from 'node:fs';
import { afterAll, describe, expect, it } from 'vitest';
import { language, type Language } from '../kit/i18n.svelte';
import { Stream } from '../local/chance';
import type { LocalGame, Setup, Why } from '../local/game';
import { loadKernels, type Kernels, type Manifest } from '../local/kernels';
import { isOver, start, submit, waitingFor } from '../local/match';
import { pageOf } from '.';
import { liftKey } from './shared/reason';

type Over = (kernels: Kernels) => LocalGame;
const ports = import.meta.glob<{ over: Over }>('./*/local/index.ts');
const words = import.meta.glob<Record<string, string>>('./*/words/*.json', {
  eager: true,
  import: 'default',
});
const LANGUAGES: readonly Language[] = ['en', 'de', 'nl'];
const NAMES = ['Nina', 'Jonas', 'Mira'];
const GAMES = 8;
/** So many moves of a position are asked about, and of each reason so many facts are enough. */
const [ASKED, EACH] = [6, 12];

interface Met {
  why: Why;
  view: Record<string, unknown>;
}

type Form = Pick<Setup, 'variant' | 'edition' | 'seats'>;
const manifestOf = (name: string): Manifest & { setups: Form[] } =>
  JSON.parse(readFileSync(`src/games/${name}/local/kernels.json`, 'utf8')) as Manifest & {
    setups: Form[];
  };

/** The game over its own module, as a table in the page has it; what was learned is not needed. */
async function gameOf(name: string, setup: Setup): Promise<LocalGame> {
  const home = `src/games/${name}/local`;
  const manifest = manifestOf(name);
  const kernels = await loadKernels(readFileSync(`${home}/kernels.wasm`), manifest);
  const { variant, edition, seats } = setup;
  kernels.prepare({ variant, edition, seats }, null);
  const port = await ports[`./${name}/local/index.ts`]?.();
  if (!port) throw new Error(`${name} has no table in the page`);
  return port.over(kernels);
}

/** Play at random, and ask of every legal move why it would be good. */
function meet(game: LocalGame, setup: Setup, seed: bigint, found: Map<string, Met[]>): void {
  const dealer = new Stream(seed);
  const own = new Stream(seed + 1000n);
  let { match } = start(game, setup, dealer);
  for (let n = 0; !isOver(match); n++) {
    const [seat = 0] = waitingFor(match);
    const legal = game.legal(match.state, seat);
    const view = game.view(match.state, seat);
    const step = Math.ceil(legal.length / ASKED);
    for (const move of legal.filter((_, at) => at % step === n % step))
      for (const why of game.reasons?.(view, legal, move) ?? []) {
        const met = found.get(why.why) ?? [];
        found.set(why.why, met);
        if (met.length < EACH && !met.some((one) => same(one.why, why)))
          met.push({ why, view: game.show(view) });
      }
    const move = own.pick(
      n,
      legal.map((one) => [one, 1]),
    );
    match = submit(match, seat, game.text(move), match.version, dealer).match;
  }
}
const same = (one: Why, other: Why): boolean => JSON.stringify(one) === JSON.stringify(other);

const numbersIn = (text: string): number[] =>
  (text.match(/\d+/g) ?? []).map(Number).sort((a, b) => a - b);

async function speaking(tongue: Language): Promise<void> {
  language.now = tongue;
  await language.ready();
}
afterAll(() => speaking('en'));

/** Every game for two and for three, in its first variant for so many. */
const SETUPS: [string, Setup][] = Object.keys(ports).flatMap((path) => {
  const name = path.split('/')[1] ?? '';
  const forms = [2, 3].map((n) => manifestOf(name).setups.find(({ seats }) => seats === n));
  return forms
    .filter((form) => form !== undefined)
    .map(({ variant, edition, seats }): [string, Setup] => [
      name,
      { variant, edition, seats, start: 0, options: {} },
    ]);
});

describe.each(SETUPS)('the reasons of %s, %o', (name, setup) => {
  it('are said with their facts, and with the same ones in every language', async () => {
    const game = await gameOf(name, setup);
    if (!game.reasons) return;
    const found = new Map<string, Met[]>();
    for (let n = 1; n <= GAMES; n++) meet(game, setup, BigInt(n), found);
    expect(found.size).toBeGreaterThan(4);
    const page = await pageOf(name);
    for (const [code, met] of found)
      for (const { why, view } of met) {
        const said: string[] = [];
        for (const tongue of LANGUAGES) {
          await speaking(tongue);
          const text = page?.reason?.(why, NAMES, view) ?? '';
          const all = words[`./${name}/words/${tongue}.json`] ?? {};
          const what = `${tongue} ${JSON.stringify(why)}: ${text}`;
          expect(text, what).toMatch(/^\p{Lu}.*\.$/u);
          expect(text, what).not.toMatch(/[{}#]|undefined|NaN|null|_|  |, ,|: \./);
          const template =
            all[`${name}.reason.${code}${code === 'lifts' ? liftKey(why) : ''}`] ?? '';
          expect(template, what).not.toBe('');
          for (const [key, value] of Object.entries(why))
            if (typeof value === 'number' && template.includes(`{${key}}`))
              expect(numbersIn(text), `${what} (${key})`).toContain(value);
          if (template.includes('{name}'))
            expect(
              NAMES.filter((one) => text.includes(one)),
              what,
            ).toHaveLength(1);
          said.push(text);
        }
        expect(new Set(said).size, said.join('\n')).toBe(LANGUAGES.length);
        const [en, de, nl] = said.map(numbersIn);
        expect([de, nl], said.join('\n')).toEqual([en, en]);
      }
  });
});
