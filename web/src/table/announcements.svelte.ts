/** Announces what happens: events and turns for the live regions, sounds, and who comes and goes. */
import { tick, untrack } from 'svelte';
import type { GameEvent, GamePage } from '../games/contract';
import { announce } from '../kit/announce.svelte';
import { toast } from '../kit/toast.svelte';
import { t } from '../kit/i18n.svelte';
import { play } from '../sound/sound';
import type { SeatState } from '../wire/messages';
import { stored } from '../wire/storage.svelte';
import type { Known } from '../wire/fold';
import { namesOf } from './names';

/** What is known of a table; after sitting down it comes over another connection. */
type Source = () => Known;

/** Whether one's own sitting down is told before its answer has come: one has no seat yet. */
const oneself = ({ name, avatar }: SeatState, seat: number | null): boolean =>
  seat === null && name === stored.me.name && avatar === stored.me.avatar;

/** What has changed about the seats, in sentences, each with its sound. */
export function changes(
  before: SeatState[],
  after: SeatState[],
  mine: number | null,
): { text: string; sound: string }[] {
  const names = namesOf(after);
  const old = namesOf(before);
  return after.flatMap((seat, n) => {
    const was = before[n];
    if (!was || n === mine || seat.bot || was.bot) return []; // bots are put there, and seen
    const tell = (key: string, name: string, sound: string): { text: string; sound: string }[] => [
      { text: t(key, { name }), sound },
    ];
    if (!was.name && seat.name && oneself(seat, mine)) return [];
    if (!was.name && seat.name) return tell('net.joined', names[n] ?? '', 'join');
    if (was.name && !seat.name) return tell('net.left', old[n] ?? '', 'leave');
    if (!was.stand_in && seat.stand_in) return tell('net.standIn', old[n] ?? '', 'leave');
    if (was.stand_in && !seat.stand_in) return tell('net.returned', names[n] ?? '', 'join');
    return [];
  });
}

/** Follow who comes and goes at a table; what is told of it goes with the page that told it. */
export function followSeats(known: Source): void {
  let before: SeatState[] | null = null;
  const notes: (() => void)[] = [];
  $effect(() => () => notes.forEach((away) => away()));
  $effect(() => {
    const seats = known().table?.seats;
    if (!seats) return;
    const mine = known().seat;
    untrack(() => {
      for (const { text, sound } of before ? changes(before, seats, mine) : []) {
        notes.push(toast(text, 'users'));
        play(sound);
      }
      before = seats;
    });
  });
}

/** Call somebody to their turn, once the page has settled; returns what takes it back. */
function call(words: () => string, ring: () => void): () => void {
  let takenBack = false;
  let unsay = (): void => undefined;
  void tick().then(() => {
    if (takenBack) return; // what came with it is shown first
    unsay = announce(words(), true);
    ring();
  });
  return () => {
    takenBack = true;
    unsay();
  };
}

/** Read out what happens; what comes after something that is being shown waits until then. */
function readOut(known: Source, page: GamePage, names: () => string[]): void {
  let told: unknown = null;
  let later = $state('');
  const after = (event: GameEvent): boolean => page.afterwards?.(event) ?? false;
  $effect(() => {
    const { recent, now } = known();
    if (!now || recent === told) return; // other news: what happened was read out before
    told = recent;
    const said = (wanted: (event: GameEvent) => boolean): string[] =>
      (recent as GameEvent[])
        .filter(wanted)
        .flatMap((event) => page.say(event, names(), now.view) ?? []);
    untrack(() => {
      const first = said((event) => !after(event));
      const next = said(after);
      if (next.length) void tick().then(() => inTurn(first, next));
      else if (first.length) announce(first.join(' '));
    });
  });
  /** The game has begun to show what happened first, if it does. */
  function inTurn(first: string[], next: string[]): void {
    later = page.showing?.() ? next.join(' ') : '';
    const now = later ? first : [...first, ...next];
    if (now.length) announce(now.join(' '));
  }
  $effect(() => {
    if (!later || page.showing?.()) return;
    announce(later);
    later = '';
  });
}

/** Follow the game: what happened is read out, and whose turn it is. */
export function followGame(known: Source, page: GamePage, names: () => string[]): void {
  let turn = false;
  let called = (): void => undefined; // takes back that it is one's turn
  let rung = '';
  /** Ring once for one choice, however often one is called to it. */
  const ring = (choice: string): void => {
    if (choice !== rung) play('your-turn');
    rung = choice;
  };
  let over = Boolean(untrack(() => known().now?.result));
  readOut(known, page, names);
  let last: unknown = null;
  $effect(() => {
    const { now, seat, held, recent } = known();
    if (!now) return;
    const mine = seat !== null && now.waiting.includes(seat) && !held && !page.showing?.();
    untrack(() => {
      // What was asked for may be done and the next asked for in one: the others were waiting.
      if (recent !== last && (recent as GameEvent[]).some((one) => one.seat === seat)) called();
      last = recent;
      if (mine && !turn && now.mine == null) {
        const words = (): string => page.turn?.(now, seat, names()) ?? t('turn.mine');
        called = call(words, () => ring(`${now.game} ${now.v}`));
      }
      if (!mine || now.mine != null) called();
      if (now.result && !over) play('end');
      turn = mine;
      over = Boolean(now.result);
    });
  });
}
