/** Coaching at tables that agreed to it: hints, and what a move opens (server/bots/hints.py). */
import type { Gifted, Gift, Hinted } from '../wire/messages';
import { rounded } from './reading';
import { choose } from './bots';
import { seatSeed } from './chance';
import { judged, ranked } from './evaluation';
import { Refusal } from './game';
import type { Move, Seat } from './game';
import { demand } from './match';
import { mainReasons } from './reasons';
import type { LocalTable } from './state';

const COACH = 3;
const MOST = 5;

interface Coached {
  view: unknown;
  legal: Move[];
  v: number;
}

function coached(table: LocalTable, seat: Seat): Coached {
  const match = table.matchOf(seat);
  demand(seat >= 0, 'watching', "spectators can't play");
  demand(table.agreed.assist >= COACH, 'assist', 'this table did not agree on hints');
  const acts = match && !table.held && table.game.toAct(match.state).includes(seat);
  demand(acts, 'not-your-turn', 'hints are for those who must move');
  const { game } = table;
  return {
    view: game.view(match.state, seat),
    legal: game.legal(match.state, seat),
    v: match.version,
  };
}

/** What a good player thinks of the moves. */
export function hint(table: LocalTable, seat: Seat, id: string): Hinted {
  const { game, setup } = table;
  const { view, legal, v } = coached(table, seat);
  const seed = seatSeed(BigInt(table.botSeed), seat);
  const found = judged(game, view, legal, 1, seed);
  const best = found
    ? ranked(found)
    : [{ move: choose('random', { game, setup, view, legal, seed }), value: 1 }];
  const moves = best.slice(0, MOST).map(({ move, value }) => ({
    move: game.text(move),
    worth: rounded(value, 3),
    reasons: mainReasons(game, view, legal, move),
  }));
  return { t: 'hinted', id, v, moves, source: found?.source ?? 'worth' };
}

/** What a move would open for the next player. */
export function gift(table: LocalTable, seat: Seat, { id, move: text }: Gift): Gifted {
  const { game } = table;
  const { view, legal, v } = coached(table, seat);
  const move = game.parse(text);
  if (!legal.includes(move)) {
    const why = game.whyNot(table.matchOf(seat)?.state, seat, move);
    throw new Refusal(why ?? { code: 'illegal', rule: '', text: 'this move cannot be made now' });
  }
  return { t: 'gifted', id, v, move: text, gift: game.giveaway(view, move) };
}
