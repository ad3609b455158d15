/** How to play the board game, and its duel, team and solo. */
import type { HowTo } from '../contract';
import Aim from './howto/Aim.svelte';
import Bonus from './howto/Bonus.svelte';
import Chain from './howto/Chain.svelte';
import Duel from './howto/Duel.svelte';
import End from './howto/End.svelte';
import Exchange from './howto/Exchange.svelte';
import First from './howto/First.svelte';
import Gap from './howto/Gap.svelte';
import Setup from './howto/Setup.svelte';
import Solo from './howto/Solo.svelte';
import Team from './howto/Team.svelte';
import Turn from './howto/Turn.svelte';

const howTo: HowTo = {
  panels: [
    { id: 'aim', Picture: Aim },
    { id: 'setup', Picture: Setup },
    { id: 'turn', Picture: Turn },
    { id: 'first', Picture: First },
    { id: 'score', Picture: Chain, wide: true },
    { id: 'gap', Picture: Gap },
    { id: 'bonus', Picture: Bonus },
    { id: 'exchange', Picture: Exchange },
    { id: 'end', Picture: End },
    { id: 'duel', Picture: Duel, variant: 'duel' },
    { id: 'team', Picture: Team, variant: 'team' },
    { id: 'solo', Picture: Solo, variant: 'solo', wide: true },
  ],
};

export default howTo;
