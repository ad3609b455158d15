/** What the home page shows of the card game. */
import type { GameHome } from '../contract';
import Art from './Art.svelte';

const home: GameHome = {
  Art,
  cards: [
    {
      variant: 'base',
      title: 'genial_cards.title',
      blurb: 'genial_cards.blurb',
      minutes: 15,
      order: 30,
    },
  ],
};

export default home;
