/** What a picture of a finished game tells: its sides with their numbers, in words. */
import type { GameEvent, GamePage, Mosaic, TallySide } from '../games/contract';
import { animal } from '../kit/avatars';
import { listed, locale, t } from '../kit/i18n.svelte';
import type { Colour } from '../kit/shapes';
import type { TableState } from '../wire/messages';

export interface Side {
  name: string;
  faces: { animal: string; bot: boolean }[];
  value: number;
  won: boolean;
  rungs?: readonly { colour: Colour; value: number }[];
}

export interface Subject {
  mosaic: Mosaic;
  sides: Side[];
  game: string;
  /** Who beat whom. */
  title: string;
  /** Who played. */
  heading: string;
  /** When, how long, and what counts. */
  foot: string;
}

/** A finished game, as the page knows it. */
export interface Finished {
  page: GamePage;
  table: TableState;
  result: Record<string, unknown>;
  view: Record<string, unknown>;
  events: GameEvent[];
  title: string;
  /** When it ended, if the page saw it. */
  date: Date | null;
  moves: number | null;
}

function sideOf(one: TallySide, { table, result }: Finished, named: boolean): Side {
  const ranks = Array.isArray(result.ranks) ? result.ranks.map(Number) : [];
  const seats = one.seats.map((n) => table.seats[n]);
  const names = one.seats.map((n, i) =>
    named ? (seats[i]?.name ?? '') : t('share.player', { n: n + 1 }),
  );
  return {
    name: names.join(' + '),
    faces: seats.map((seat) => ({
      animal: animal(seat?.avatar ?? '', Boolean(seat?.bot)),
      bot: Boolean(seat?.bot),
    })),
    value: one.value,
    won: one.seats.some((n) => ranks[n] === 1),
    rungs: one.rungs,
  };
}

function titleOf(sides: readonly Side[], lost: boolean): string {
  const winners = sides.filter(({ won }) => won);
  const others = sides.filter(({ won }) => !won);
  const [first] = winners;
  if (sides.length === 1 && sides[0]) return sides[0].name;
  if (lost || !first) return listed(sides.map(({ name }) => name));
  if (!others.length) return t('share.tie', { names: listed(winners.map(({ name }) => name)) });
  if (winners.length > 1)
    return t('end.several', { names: listed(winners.map(({ name }) => name)) });
  const [other] = others;
  if (others.length === 1 && other) {
    const teams = first.faces.length > 1 ? 'share.beatTeam' : 'share.beats';
    return t(teams, { a: first.name, b: other.name });
  }
  return t('end.winner', { name: first.name });
}

/** Return what a picture of a game tells, with names or without; null if the game has none. */
export function subjectOf(done: Finished, named: boolean): Subject | null {
  const { page, result, view, events } = done;
  const tally = page.tally?.(result, view);
  const mosaic = page.mosaic?.(view, events, result);
  if (!tally || !mosaic) return null;
  const sides = tally.sides.map((one) => sideOf(one, done, named));
  const date =
    done.date && new Intl.DateTimeFormat(locale(), { dateStyle: 'long' }).format(done.date);
  const moves = done.moves === null ? null : t('share.moves', { n: done.moves });
  const { title: game } = done;
  return {
    mosaic,
    sides,
    game,
    title: named || sides.length < 2 ? titleOf(sides, Boolean(tally.lost)) : game,
    heading: named ? sides.map(({ name }) => name).join(sides.length === 2 ? ' & ' : ', ') : game,
    foot: [date, moves, t(tally.label, { tie: tally.tie ?? 0 })].filter(Boolean).join(' · '),
  };
}
