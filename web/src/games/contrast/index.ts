/** The page of the party game. */
import { pageVisible } from '../../kit/visibility.svelte';
import { t } from '../../kit/i18n.svelte';
import type { GamePage } from '../contract';
import home from './home';
import { lessonOf } from './lessons';
import MoveLine from './MoveLine.svelte';
import Play from './Play.svelte';
import { mosaic, tally } from './poster';
import { remarks } from './remarks';
import Verdict from './Verdict.svelte';
import { winners } from '../shared/speak';
import { KEYS } from './keyboard';
import { big, say } from './speak';
import { looking } from './model.svelte';
import { isTeam, seen } from './view';

const page: GamePage = {
  ...home,
  name: 'contrast',
  drawer: true,
  Play,
  MoveLine,
  Verdict,
  tally,
  mosaic,
  onPhones: true,
  tv: () => import('./Tv.svelte'),
  say,
  remarks,
  measure: (view) => {
    const { won } = seen(view);
    return isTeam(seen(view)) ? won.slice(0, 1) : won;
  },
  graph: 'contrast.graph',
  headline(result, table, seat) {
    const scores = result.scores as number[];
    if (table.seats.length !== 2) {
      const { title, first } = winners('contrast', result, table, seat);
      return { title, reason: t('contrast.end.with', { n: scores[first] ?? 0 }) };
    }
    return {
      title: t(result.won ? 'contrast.end.teamWon' : 'contrast.end.teamLost'),
      reason: t('contrast.end.teamReason', { n: scores[0] ?? 0 }),
    };
  },
  tags(view) {
    const { ply, stack, phase, seats } = seen(view);
    if (phase === 'over') return [];
    const tags = [t('contrast.tag', { n: looking.round?.number ?? ply + 1, left: stack })];
    return stack <= seats ? [...tags, t('contrast.tagLast')] : tags;
  },
  turn(now, seat, names) {
    const view = seen(now.view);
    if (view.phase !== 'choosing') return null;
    if (looking.round) return t('contrast.turn.look', { n: looking.round.number });
    if (seat === null || !now.legal) return t('contrast.turn.watch');
    if (looking.marked) return t('contrast.turn.marked', { word: big(looking.marked) });
    if (!now.mine) return t('contrast.turn.pick');
    if (now.waiting.length === 1)
      return t('contrast.turn.waitFor', { name: names[now.waiting[0] ?? 0] ?? '' });
    return t('contrast.turn.picked', { word: big(now.mine) });
  },
  shortTurn(now, seat) {
    if (seen(now.view).phase !== 'choosing') return null;
    if (looking.round) return t('contrast.turn.look', { n: looking.round.number });
    if (seat === null || !now.legal) return null;
    if (looking.marked) return t('contrast.turn.markedShort', { word: big(looking.marked) });
    if (!now.mine) return t('contrast.turn.pick');
    // Whom all wait for can be seen in the row of faces.
    return now.waiting.length === 1
      ? t('contrast.onemore')
      : t('contrast.turn.pickedShort', { word: big(now.mine) });
  },
  // A player who looks at another browser tab gets the call at once.
  showing: () => looking.round !== null && pageVisible.now,
  afterwards: ({ event }) => event === 'picture',
  lesson: () => import('./lesson'),
  lessonOf,
  keys: KEYS,
};

export default page;
