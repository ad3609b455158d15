/** What the home page shows of the board game and its variants. */
import type { GameHome } from '../contract';
import Art from './Art.svelte';

const card = (
  variant: string,
  title: string,
  minutes: number,
  order: number,
): GameHome['cards'][number] => ({
  variant,
  title: `game.${title}`,
  blurb: `genial.blurb.${variant}`,
  minutes,
  order,
});

const home: GameHome = {
  Art,
  cards: [
    card('base', 'board', 30, 10),
    card('duel', 'duel', 20, 20),
    card('team', 'team', 40, 50),
    card('solo', 'solo', 10, 60),
  ],
};

export default home;
