/** The page of the collecting game. */
import { pageVisible } from '../../kit/visibility.svelte';
import { t } from '../../kit/i18n.svelte';
import type { CurvePoint, GamePage } from '../contract';
import { counted, headline } from './goal/standings';
import home from './home';
import { KEYS } from './keyboard';
import { watched } from './model.svelte';
import MoveLine from './MoveLine.svelte';
import Play from './Play.svelte';
import { mosaic, tally } from './poster';
import { ahead, reason, slipped } from './reason';
import { remarks } from './remarks';
import { say } from './speak';
import { chancesOf } from './turn/odds';
import Verdict from './Verdict.svelte';
import { COLOURS, COLOUR_NAMES, seen, weakest, type Colour } from './view';

/** The chance of a bad tile that each seat has just taken; 0 for those who turned nothing up. */
function risk({ events, before, view }: CurvePoint): number[] {
  const up = events.find(({ event }) => event === 'turn_up');
  const bad = up && before ? chancesOf(seen(before)).bad : 0;
  return seen(view).owned.map((_, seat) => (seat === up?.seat ? bad : 0));
}

/** That a tile was bad: of whose turn it is still, or with who is next. */
const badText = (key: string, turn: number, seat: number | null, names: string[]): string =>
  t(`genial_collect.turn.${key}`, { name: names[turn] ?? '', me: turn === seat ? 'yes' : 'no' });

const page: GamePage = {
  ...home,
  name: 'genial_collect',
  drawer: true,
  Play,
  MoveLine,
  Verdict,
  tally,
  mosaic,
  tv: () => import('./Tv.svelte'),
  say,
  ahead,
  remarks,
  reason,
  slipped,
  urgent: ({ event, good }) => event === 'turn_up' && good === false,
  // What ranks: the weakest colour, which counts for no more than the goal (G6).
  measure(view) {
    const { owned, goal } = seen(view);
    return owned.map((each) => weakest(counted(each, goal)).value);
  },
  colours: (view, seat) => COLOURS.map((colour) => seen(view).owned[seat]?.[colour] ?? 0),
  graph: 'genial_collect.graph',
  graphShort: 'genial_collect.graph.short',
  marked: 'genial_collect.graph.marked',
  curves: [
    {
      title: 'genial_collect.tilesGraph',
      short: 'genial_collect.tilesGraph.short',
      // Full slots.
      measure({ view }) {
        const { missing, goal } = seen(view);
        return missing.map((n) => goal * COLOURS.length - n);
      },
    },
    {
      title: 'genial_collect.risk',
      short: 'genial_collect.risk.short',
      measure: risk,
      marked: 'genial_collect.risk.marked',
      // Bad tiles that cost more than one: a mark for each bad one would hide the curve.
      marks: ({ events, before }) =>
        events
          .filter(({ good }) => good === false && before && seen(before).shown.length > 1)
          .map(({ seat, tile }) => ({ seat: seat ?? 0, colour: COLOUR_NAMES[tile as Colour] })),
    },
  ],
  risked: ({ chance, cost }) =>
    t('genial_collect.risked', { p: Math.round(chance * 100), n: cost }),
  marks(before, after) {
    const [then, now] = [seen(before), seen(after)];
    return now.owned.flatMap((owned, seat) =>
      COLOURS.filter(
        (colour) => owned[colour] >= now.goal && (then.owned[seat]?.[colour] ?? 0) < now.goal,
      ).map((colour) => ({ seat, colour: COLOUR_NAMES[colour] })),
    );
  },
  headline,
  tags: (view) => [t('genial_collect.tag', { n: seen(view).goal })],
  turn(now, seat, names) {
    // What is shown may be behind what the server knows.
    const model = watched.model?.watching ? watched.model : null;
    const { turn, shown, phase } = model?.view ?? seen(now.view);
    if (turn === null || phase === 'over') return null;
    if (model?.fallen)
      return model.fallen.seat === turn
        ? badText('justBad', turn, seat, names)
        : badText('isBad', turn, seat, names);
    const who = model?.active ?? turn;
    if (who !== seat) return t('turn.other', { name: names[who] ?? '' });
    return t(shown.length ? 'genial_collect.turn.decide' : 'genial_collect.turn.first');
  },
  shortTurn(now, seat) {
    const { model } = watched;
    return model?.watching ? (page.turn?.(now, seat, model.names) ?? null) : null;
  },
  remaining: (now) =>
    t('genial_collect.remaining', { n: watched.model?.view.pile ?? seen(now.view).pile }),
  // A player who looks at another browser tab gets the call at once.
  showing: () => Boolean(watched.model?.watching) && pageVisible.now,
  lesson: () => import('./lesson'),
  keys: KEYS,
};

export default page;
