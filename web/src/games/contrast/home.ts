/** What the home page shows of the party game. */
import type { GameHome } from '../contract';
import Art from './Art.svelte';

const home: GameHome = {
  Art,
  cards: [
    {
      variant: 'base',
      title: 'contrast.title.base',
      blurb: 'contrast.blurb.base',
      minutes: 15,
      order: 40,
    },
    {
      variant: 'expert',
      title: 'contrast.title.expert',
      blurb: 'contrast.blurb.expert',
      minutes: 15,
      order: 70,
    },
  ],
};

export default home;
