/** The cards of the home page: the server's games, with their titles and pictures. */
import type { Component } from 'svelte';
import { homeOf, pages } from '../games';
import type { Card } from '../games/contract';
import { games } from '../wire/http';
import type { Choice } from './tableDraft';

export interface Offer extends Choice {
  card: Card;
  Art: Component<{ variant: string }>;
}

/** Return the cards in their order; games without a page are left out. */
export async function offers(): Promise<Offer[]> {
  const infos = await games();
  const homes = await Promise.all(
    infos
      .filter(({ game }) => pages.includes(game))
      .map(async (info) => ({
        info,
        home: await homeOf(info.game),
      })),
  );
  const all = homes.flatMap(({ info, home }) =>
    (home?.cards ?? []).flatMap((card): Offer[] => {
      const form = info.variants.find(({ variant }) => variant === card.variant);
      return form && home ? [{ info, form, card, Art: home.Art }] : [];
    }),
  );
  return all.sort((a, b) => (a.card.order ?? 99) - (b.card.order ?? 99));
}

/** Return a card by its game and variant. */
export const offerOf = (all: Offer[], game: string, variant: string | null): Offer | undefined =>
  all.find(({ info, form }) => info.game === game && form.variant === variant);

/** Whether a variant has a card of its own on the home page: its order there is 60 at most. */
export const onHome = ({ card }: Offer): boolean => (card.order ?? 99) <= 60;

/** The variants to choose from on a card: those of its game without a card of their own. */
export const variantsOn = (all: Offer[], card: Offer): Offer[] =>
  all.filter((one) => one === card || (one.info === card.info && !onHome(one)));

/** Format the possible numbers of players: 2, 2–4. */
export function seatRange(seats: number[]): string {
  const [least, most] = [Math.min(...seats), Math.max(...seats)];
  return least === most ? String(least) : `${least}–${most}`;
}
