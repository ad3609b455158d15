/** How to play Contrast, also for two and for experts. */
import type { HowTo } from '../contract';
import Aim from './howto/Aim.svelte';
import Cards from './howto/Cards.svelte';
import End from './howto/End.svelte';
import Exceptions from './howto/Exceptions.svelte';
import Expert from './howto/Expert.svelte';
import Rest from './howto/Rest.svelte';
import Round from './howto/Round.svelte';
import Slow from './howto/Slow.svelte';
import Team from './howto/Team.svelte';
import Votes from './howto/Votes.svelte';

const howTo: HowTo = {
  seats: 4, // two are a team, which is another game
  panels: [
    { id: 'aim', Picture: Aim },
    { id: 'cards', Picture: Cards },
    { id: 'round', Picture: Round },
    { id: 'slow', Picture: Slow },
    { id: 'win', Picture: Votes },
    { id: 'exceptions', Picture: Exceptions },
    { id: 'rest', Picture: Rest },
    { id: 'end', Picture: End },
    { id: 'team', Picture: Team, variant: 'team' },
    { id: 'expert', Picture: Expert, variant: 'expert' },
  ],
};

export default howTo;
