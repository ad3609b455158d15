/** The page of the board game: base, solo, team and duel. */
import { t } from '../../kit/i18n.svelte';
import type { GameEvent, GamePage, ThumbnailCell } from '../contract';
import MoveLine from './MoveLine.svelte';
import Play from './Play.svelte';
import { mosaic, tally } from './poster';
import Verdict from './Verdict.svelte';
import type { Laid } from './model.svelte';
import { filled } from './board/animation.svelte';
import home from './home';
import { KEYS } from './keyboard';
import { lessonOf } from './lessons';
import { moved, pulled, scoresOf, sides } from './score/scores';
import { capital } from '../shared/speak';
import { ahead, reason, slipped } from './reason';
import { placedText, tileName } from './speak';
import type { BoardView } from './view';
import { COLOUR_NAMES, weakest } from './view';
import { headline } from './score/verdictText';

function say(event: GameEvent, names: string[], { seat }: Record<string, unknown>): string | null {
  const me = typeof seat === 'number' ? seat : null;
  if (event.event === 'place') return placedText(event as unknown as Laid, names, me);
  if (event.event !== 'exchange') return null;
  const tiles = event.tiles as string[];
  const key = event.seat === me ? 'genial.swap.mine' : 'swap.by';
  const who = t(key, { name: names[event.seat ?? 0] ?? '', n: tiles.length });
  return `${who} ${capital(tiles.map(tileName).join(', '))}.`;
}

const gained: GamePage['gained'] = ({ event, seat }, before, after) =>
  event === 'place' && seat !== undefined && before.track
    ? moved(before as unknown as BoardView, after as unknown as BoardView, seat)
    : undefined;

function measure(view: Record<string, unknown>): number[] {
  const known = view as unknown as BoardView;
  if (known.track.shared) return [0, 1].map((seat) => pulled(scoresOf(known, seat)));
  return sides(known).map((side) => weakest(side.scores).value);
}

function marks(
  before: Record<string, unknown>,
  after: Record<string, unknown>,
): { seat: number; colour: string }[] {
  const [was, is] = [before as unknown as BoardView, after as unknown as BoardView];
  const first = is.track.shared ? [0, 1] : sides(is).map((side) => side.seats[0] ?? 0);
  return first.flatMap((seat, row) =>
    filled(was, is, seat).map((colour) => ({ seat: row, colour: COLOUR_NAMES[colour] })),
  );
}

/** The cells by their names: the letter is the row, from below, and the number counts along it. */
function thumbnail(view: Record<string, unknown>): ThumbnailCell[] {
  return Object.entries((view as unknown as BoardView).cells).map(([name, colour]) => {
    const r = 8 - (name.charCodeAt(0) - 96);
    return { q: Number(name.slice(1)) - 8, r, colour: COLOUR_NAMES[colour] };
  });
}

const page: GamePage = {
  ...home,
  name: 'genial',
  Play,
  MoveLine,
  Verdict,
  tally,
  mosaic,
  tv: () => import('./Tv.svelte'),
  headline,
  say,
  ahead,
  reason,
  slipped,
  measure,
  gained,
  marks,
  marked: 'genial.graph.marked',
  colours: (view, seat) => Object.values(scoresOf(view as unknown as BoardView, seat)),
  thumbnail,
  graph: 'genial.graph',
  turn(now, seat) {
    const view = now.view as unknown as BoardView;
    if (seat === null || !now.waiting.includes(seat)) return null;
    if (view.offer) return t('genial.offer');
    return t(view.bonus > 0 ? 'turn.bonus' : 'turn.yours');
  },
  shortTurn(now, seat) {
    if (seat === null || !now.waiting.includes(seat)) return null;
    const { offer, bonus } = now.view as unknown as BoardView;
    if (offer) return t('genial.offer');
    return bonus > 0 ? t('genial.short.bonus') : null;
  },
  lesson: () => import('./lesson'),
  lessonOf,
  keys: KEYS,
};

export default page;
