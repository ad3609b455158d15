/** Which variants have a ladder, and how a game against one of its bots begins. */
import type { Offer } from '../lobby/gameCards';
import { createTable } from '../lobby/createTable';
import { agreedFor, draftFrom } from '../lobby/tableDraft';
import { settings } from '../settings/preferences.svelte';
import { hasLocal, isAble } from '../wire/local';
import { HAS_SERVER } from '../wire/server';
import { stored } from '../wire/storage.svelte';

/** Whether one can be beaten, or beat somebody, at a variant: two in turn, and bots with levels. */
export const hasLadder = ({ info, form }: Pick<Offer, 'info' | 'form'>): boolean =>
  info.levels.length > 0 && form.seats.includes(2) && !form.together && !form.teams;

/** Return the variant whose ladder to show first: the one played last, or the first. */
export function favourite(ladders: readonly Offer[]): Offer | undefined {
  const last = stored.last?.agreed;
  return (
    ladders.find(({ info, form }) => info.game === last?.game && form.variant === last.variant) ??
    ladders[0]
  );
}

/** Whether the bots of a game play without a connection. */
export const playsHere = (game: string): boolean => hasLocal(game) && isAble();

/** Whether the bots of a game cannot play now. */
export const needsNet = (game: string): boolean =>
  !playsHere(game) && (!HAS_SERVER || !navigator.onLine);

/** Whether no bot of a game will ever play here: nothing runs it, with a connection or without. */
export const isUnable = (game: string): boolean => !HAS_SERVER && !playsHere(game);

/** Begin a game of one against one; everything else is as it was last time. */
export function playAgainst(offer: Offer, bot: string): Promise<void> {
  const draft = draftFrom(stored.last, settings.assist);
  const agreed = { ...agreedFor(offer, { ...draft, seats: 2 }, true), public: false };
  return createTable(agreed, [bot], draft.takeBack);
}
