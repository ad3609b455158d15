/** What the home page shows of the collecting game. */
import type { GameHome } from '../contract';
import Art from './Art.svelte';

const home: GameHome = {
  Art,
  cards: [
    {
      variant: 'base',
      title: 'genial_collect.title',
      blurb: 'genial_collect.blurb',
      minutes: 10,
      order: 35,
    },
  ],
};

export default home;
