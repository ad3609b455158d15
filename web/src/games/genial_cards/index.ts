/** The page of the card game. */
import { t } from '../../kit/i18n.svelte';
import type { GamePage } from '../contract';
import home from './home';
import MoveLine from './MoveLine.svelte';
import Play from './Play.svelte';
import { mosaic, tally } from './poster';
import { winners } from '../shared/speak';
import { KEYS } from './keyboard';
import { ahead, reason, slipped } from './reason';
import { say } from './speak';
import Verdict from './Verdict.svelte';
import { COLOURS, COLOUR_NAMES, seen, weakest } from './view';

const page: GamePage = {
  ...home,
  name: 'genial_cards',
  drawer: true,
  Play,
  MoveLine,
  Verdict,
  tally,
  mosaic,
  tv: () => import('./Tv.svelte'),
  say,
  ahead,
  reason,
  slipped,
  measure: (view) => seen(view).chips.map((chips) => weakest(chips).value),
  gained: (event) => event.steps as number[] | undefined,
  colours: (view, seat) => COLOURS.map((colour) => seen(view).chips[seat]?.[colour] ?? 0),
  graph: 'genial_cards.graph',
  marked: 'genial_cards.graph.marked',
  marks(before, after) {
    const [then, now] = [seen(before), seen(after)];
    if (then.round !== now.round) return [];
    const top = now.areas.at(-1)?.[1];
    return now.chips.flatMap((chips, seat) =>
      COLOURS.filter(
        (colour) => chips[colour] === top && (then.chips[seat]?.[colour] ?? top) !== top,
      ).map((colour) => ({ seat, colour: COLOUR_NAMES[colour] })),
    );
  },
  headline(result, table, seat) {
    const { title, first } = winners('genial_cards', result, table, seat);
    const points = result.points as number[];
    const several = (table.agreed.options.rounds ?? 1) > 1;
    return {
      title,
      reason: several
        ? t('genial_cards.end.points', { n: points[first] ?? 0 })
        : t('genial_cards.end.goal'),
    };
  },
  tags(view) {
    const { round, rounds } = seen(view);
    return rounds > 1 ? [t('genial_cards.round', { n: Math.max(1, round), of: rounds })] : [];
  },
  turn(now, seat, names) {
    const { turn, phase, bonus, offer } = seen(now.view);
    if (turn === null || (phase !== 'play' && phase !== 'offer')) return null;
    if (turn !== seat) return t('turn.other', { name: names[turn] ?? '' });
    if (offer) return t('genial_cards.turn.offer');
    return t(bonus ? 'genial_cards.turn.bonus' : 'genial_cards.turn.play');
  },
  lesson: () => import('./lesson'),
  keys: KEYS,
};

export default page;
