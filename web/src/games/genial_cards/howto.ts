/** How to play the card game. */
import type { HowTo } from '../contract';
import Aim from './howto/Aim.svelte';
import Areas from './howto/Areas.svelte';
import Bonus from './howto/Bonus.svelte';
import End from './howto/End.svelte';
import NewHand from './howto/NewHand.svelte';
import Order from './howto/Order.svelte';
import Score from './howto/Score.svelte';
import Setup from './howto/Setup.svelte';
import Turn from './howto/Turn.svelte';

const howTo: HowTo = {
  panels: [
    { id: 'aim', Picture: Aim },
    { id: 'setup', Picture: Setup },
    { id: 'turn', Picture: Turn },
    { id: 'score', Picture: Score },
    { id: 'areas', Picture: Areas },
    { id: 'order', Picture: Order },
    { id: 'bonus', Picture: Bonus },
    { id: 'renew', Picture: NewHand },
    { id: 'end', Picture: End, wide: true },
  ],
};

export default howTo;
