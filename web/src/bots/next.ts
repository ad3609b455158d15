/** After a game of one against one with a bot: who may come next, and who is suggested. */
import { open } from '../replay/followUpTable';
import { stored } from '../wire/storage.svelte';
import type { TableState } from '../wire/messages';
import { atLevel, characterOf, type Character } from './characters';
import { climbAt } from './climbs';
import type { Climb } from './ladder';
import { suggestedNext } from './news';
import { opponentAt } from './opponent';

const WAYS = ['easier', 'again', 'harder'] as const;
type Way = (typeof WAYS)[number];

export interface Next {
  /** The opponent of the game that is over. */
  now: Character;
  climb: Climb;
  /** Nobody is easier than the first one, nor harder than the last. */
  ways: { way: Way; who: Character | undefined }[];
  best: Way;
  /** What this game changed on the ladder, or why another one is suggested; else empty. */
  text: string;
}

/** Return who may come next; null after any other game. */
export function nextFrom(table: TableState, seat: number | null): Next | null {
  const now = characterOf(opponentAt(table, seat));
  if (!now) return null;
  const climb = climbAt(table.agreed.game, table.agreed.variant);
  const { way, text, isNews } = suggestedNext(climb);
  // The game played last on the ladder may be another one: this one did not count, or is not kept.
  const isThis = climb.last?.id === `${table.code}.${table.game}`;
  // Then nothing is said of it, and another opponent is suggested only for results against this one.
  const best = climb.last?.level === now.level && way !== 'first' ? way : 'again';
  const said = isNews ? isThis : best !== 'again';
  const ways = WAYS.map((one, n) => ({ way: one, who: atLevel(now.level + n - 1) }));
  return { now, climb, ways, best, text: said ? text : '' };
}

/** Play somebody at a table like this one; the same one again is the rematch. */
export function playNext(
  { agreed }: TableState,
  seat: number,
  { now }: Next,
  who: Character,
  again: () => void,
): void {
  if (who.level === now.level) return again();
  void open({ agreed, sit: { ...stored.me, seat }, bots: [who.bot], start: true });
}
