/** How to play the collecting game. */
import type { HowTo } from '../contract';
import Aim from './howto/Aim.svelte';
import Bad from './howto/Bad.svelte';
import End from './howto/End.svelte';
import Good from './howto/Good.svelte';
import Odds from './howto/Odds.svelte';
import Setup from './howto/Setup.svelte';
import Stop from './howto/Stop.svelte';
import Turn from './howto/Turn.svelte';

const howTo: HowTo = {
  panels: [
    { id: 'aim', Picture: Aim },
    { id: 'setup', Picture: Setup },
    { id: 'turn', Picture: Turn },
    { id: 'good', Picture: Good },
    { id: 'stop', Picture: Stop },
    { id: 'bad', Picture: Bad },
    { id: 'odds', Picture: Odds, wide: true },
    { id: 'end', Picture: End, wide: true },
  ],
};

export default howTo;
