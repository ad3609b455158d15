/** The losses of moves: the frame of each choice, the biggest loss, and the words for it. */
import type { GameEvent, GamePage } from '../games/contract';
import { t } from '../kit/i18n.svelte';
import type { Analysis, Choice, Replay } from '../wire/messages';

/** A choice with the frame at which it was made; the next frame shows what came of it. */
export interface Weighed extends Choice {
  frame: number;
}

/** Losses from here on count as mistakes. */
const MISTAKE = 0.05;
/** Smaller losses are not drawn: the moves are practically equal. */
const SEEN = 0.02;

/** All choices of a game with their frames. */
export function weighed(replay: Replay, found: Analysis | null): Weighed[] {
  const choices = found?.choices ?? [];
  return choices.flatMap((choice) => {
    const frame = replay.frames.findLastIndex((one) => one.v <= choice.v);
    return frame < 0 ? [] : [{ ...choice, frame }];
  });
}

/** The choice with the largest loss that matters, one's own if there is one. */
export function worst(choices: Weighed[], seat: number | null): Weighed | null {
  const own = choices.filter((choice) => choice.seat === seat && choice.loss >= MISTAKE);
  const all = own.length ? own : choices.filter((choice) => choice.loss >= MISTAKE);
  return all.reduce<Weighed | null>((top, one) => (one.loss > (top?.loss ?? 0) ? one : top), null);
}

/** The losses to draw: at the frame that shows what came of the move. */
export function bars(choices: Weighed[]): { frame: number; seat: number; loss: number }[] {
  return choices
    .filter((choice) => choice.loss >= SEEN)
    .map(({ frame, seat, loss }) => ({ frame: frame + 1, seat, loss }));
}

/** The best move at a frame, as the event that it would have been; null if none is known. */
export function betterAt(choices: Weighed[], frame: number): (Weighed & Better) | null {
  const here = choices.filter((choice) => choice.frame === frame && choice.instead !== null);
  const top = here.reduce<Weighed | null>((a, b) => (a && a.loss >= b.loss ? a : b), null);
  return top ? { ...top, event: top.instead as GameEvent } : null;
}
interface Better {
  event: GameEvent;
}

/** The largest loss that a frame shows the outcome of; null if it is too small to speak of. */
export function lostAt(choices: Weighed[], frame: number): Weighed | null {
  return worst(
    choices.filter((choice) => choice.frame === frame - 1),
    null,
  );
}

/** The frame whose best move is to be shown: that of the loss that is named here, or this one. */
export function bestFrom(choices: Weighed[], frame: number): number | null {
  const lost = lostAt(choices, frame);
  const frames = lost ? [lost.frame, frame] : [frame];
  return frames.find((one) => betterAt(choices, one)) ?? null;
}

/**
 * What was played where a choice lost something, as its event; null where that is no event that the
 * game tells, such as an offer that was declined.
 */
export function playedAt(
  replay: Replay,
  { frame, seat, instead }: Weighed,
  page: Pick<GamePage, 'say'>,
  names: string[],
): GameEvent | null {
  const next = replay.frames[frame + 1];
  const own = ((next?.events ?? []) as GameEvent[]).filter((event) => event.seat === seat);
  const kind = instead?.event;
  return (
    own.find(({ event }) => event === kind) ??
    own.find((event) => page.say(event, names, next?.view ?? {}) !== null) ??
    null
  );
}

/** A loss in words: of winning, or in points where it is not about that. */
export function lossText(found: Analysis, loss: number): string {
  if (found.points === null) return t('replay.lost.win', { n: percent(loss) });
  return t('replay.lost.points', { n: Math.round(loss * found.points * 10) / 10 });
}
/** What a choice lost in words, with what it risked where its game tells that. */
export function toldLoss(found: Analysis, { loss, risk }: Choice, page: GamePage): string {
  const risked = risk && page.risked?.(risk);
  return [lossText(found, loss), ...(risked ? [risked] : [])].join(' · ');
}
/** What a mistake overlooked, in a sentence; nothing where no fact shows it. */
export const toldSlip = ({ slip }: Choice, page: GamePage, names: string[]): string =>
  (slip && page.slipped?.(slip, names)) ?? '';
const percent = (share: number): number => Math.max(1, Math.round(share * 100));

/** How precisely each seat played, in percent; empty where that says nothing. */
export function precision(found: Analysis | null): (number | null)[] {
  if (!found || found.points !== null) return [];
  return found.players.map((one) => (one.percent === null ? null : Math.round(one.percent)));
}
