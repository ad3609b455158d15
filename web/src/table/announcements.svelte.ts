/** Announces events and turns to screen readers, and shows and sounds who comes and goes. */
import { tick, untrack } from 'svelte';
import type { GameEvent, GamePage } from '../games/contract';
import { announce } from '../kit/announce.svelte';
import { screen } from '../kit/screen.svelte';
import { toast } from '../kit/toast.svelte';
import { t } from '../kit/i18n.svelte';
import { settings } from '../settings/preferences.svelte';
import { play } from '../sound/sound';
import type { SeatState } from '../wire/messages';
import { stored } from '../wire/storage.svelte';
import type { Known } from '../wire/fold';
import { namesOf } from './names';

/** What is known of a table; after sitting down it comes over another connection. */
type Source = () => Known;

/** Whether this is oneself sitting down: the table's state arrives before the answer. */
const oneself = ({ name, avatar }: SeatState, seat: number | null): boolean =>
  seat === null && name === stored.me.name && avatar === stored.me.avatar;

/** The changes of seats as sentences, each with its sound. */
export function changes(
  before: SeatState[],
  after: SeatState[],
  mine: number | null,
): { text: string; sound: string }[] {
  const names = namesOf(after);
  const old = namesOf(before);
  return after.flatMap((seat, n) => {
    const was = before[n];
    if (!was || n === mine || seat.bot || was.bot) return []; // players see the bots that they add
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

/**
 * Show a toast for each player who comes or goes; the toasts disappear with the page. Where the seats
 * themselves show it, it is only read out.
 */
export function followSeats(known: Source, seen = false): void {
  let before: SeatState[] | null = null;
  const notes: (() => void)[] = [];
  $effect(() => () => notes.forEach((away) => away()));
  $effect(() => {
    const seats = known().table?.seats;
    if (!seats) return;
    const mine = known().seat;
    untrack(() => {
      for (const { text, sound } of before ? changes(before, seats, mine) : []) {
        if (seen) announce(text);
        else notes.push(toast(text, 'users'));
        play(sound);
      }
      before = seats;
    });
  });
}

/** Announce somebody's turn once the page has settled; returns a function that takes it back. */
function call(words: () => string, ring: () => void): () => void {
  let takenBack = false;
  let unsay = (): void => undefined;
  void tick().then(() => {
    if (takenBack) return; // an animation of the last move runs first
    unsay = announce(words(), true);
    ring();
  });
  return () => {
    takenBack = true;
    unsay();
  };
}

/** Announce events; those that follow an animation wait until it is over. */
function readOut(known: Source, page: GamePage, names: () => string[]): void {
  let announced: unknown = null;
  let later = $state('');
  const after = (event: GameEvent): boolean => page.afterwards?.(event) ?? false;
  $effect(() => {
    const { recent, now, events } = known();
    if (!now || recent === announced) return; // these events have been announced
    announced = recent;
    const said = (wanted: (event: GameEvent) => boolean): string[] =>
      (recent as GameEvent[])
        .filter(wanted)
        .flatMap((event) => page.say(event, names(), now.view, events as GameEvent[]) ?? []);
    const urgent = (event: GameEvent): boolean => page.urgent?.(event) ?? false;
    untrack(() => {
      const atOnce = said(urgent);
      if (atOnce.length) announce(atOnce.join(' '), true);
      const first = said((event) => !urgent(event) && !after(event));
      const next = said((event) => !urgent(event) && after(event));
      if (next.length) void tick().then(() => inTurn(first, next));
      else if (first.length) announce(first.join(' '));
    });
  });
  /** By now the game has started its animation, if it has one. */
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

/** That one's move can be taken back, and by which key where there are keys. */
const undoable = (): string =>
  [t('undo.said'), ...(settings.keys && !screen.phone ? [t('undo.key')] : [])].join(' ');

/** Say once that one's move can be taken back, and tell the others if it was. */
function followHolds(known: Source, names: () => string[]): void {
  let said: number | null = null;
  let back: unknown = untrack(() => known().takenBack);
  $effect(() => {
    const { held, seat, takenBack } = known();
    untrack(() => {
      if (held && held.seat === seat && held.hold != null && held.hold !== said)
        announce(undoable());
      if (held) said = held.hold ?? null;
      if (takenBack && takenBack !== back && takenBack.seat !== seat) {
        toast(t('undo.done', { name: names()[takenBack.seat] ?? '' }), 'undo');
        play('leave');
      }
      back = takenBack;
    });
  });
}

/** Announce what happens in the game, and whose turn it is. */
export function followGame(known: Source, page: GamePage, names: () => string[]): void {
  followHolds(known, names);
  let turn = false;
  let called = (): void => undefined; // takes the announcement of one's turn back
  let rung = '';
  /** Ring once per choice, however often it is announced. */
  const ring = (choice: string): void => {
    if (choice !== rung) play('your-turn');
    rung = choice;
  };
  let over = Boolean(untrack(() => known().now?.result));
  readOut(known, page, names);
  let last: unknown = null;
  $effect(() => {
    const { now, seat, recent } = known();
    if (!now) return;
    const mine = seat !== null && now.waiting.includes(seat) && !page.showing?.();
    untrack(() => {
      // One message may bring our move and our next turn, if the others had chosen already.
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
