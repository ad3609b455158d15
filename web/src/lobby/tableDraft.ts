/** The options of a new table, and how they fit a variant. */
import { lineUp } from '../bots/characters';
import { suggestion } from '../bots/ladder';
import { climbAt } from '../bots/climbs';
import { DAY_S, slowDays } from '../wire/clocks';
import type { Agreed, Clock, GameInfo, VariantInfo } from '../wire/messages';
import type { Last, TakeBack } from '../wire/storage.svelte';

/** The days that a move of a slow game may take. */
export const DAYS = [1, 3, 7];
/** The seconds that a clock adds for each move. */
export const INCREMENT_S = 5;

export interface TableDraft {
  seats: number;
  edition: string | null;
  options: Record<string, number>;
  assist: number;
  /** Minutes for the whole game; 0: no clock. */
  minutes: number;
  /** Days for each move in a slow game; 0: none. */
  days: number;
  takeBack: TakeBack;
  open: boolean;
  /** Seconds for each round where all choose together; 0: no limit (F4). */
  roundSeconds: number;
  /** In a team game: whether players chat while it is on (C4). */
  openTalk: boolean;
  bot: string;
}

/** A variant of a game, chosen by its card. */
export interface Choice {
  info: GameInfo;
  form: VariantInfo;
}

/** Return a fresh draft, with the options that were used last. */
export function draftFrom(last: Last | null, assist: number): TableDraft {
  const agreed = last?.agreed;
  return {
    seats: agreed?.seats ?? 2,
    edition: agreed?.edition ?? null,
    options: { ...agreed?.options },
    assist: agreed?.assist ?? assist,
    minutes: Math.round((agreed?.clock?.player_s ?? 0) / 60),
    days: agreed ? slowDays(agreed) : 0,
    takeBack: last?.takeBack === 'never' ? 'never' : 'people',
    open: agreed?.public ?? false,
    roundSeconds: agreed?.round_s ?? 0,
    openTalk: agreed?.talk === 'open',
    bot: last?.bot ?? '',
  };
}

/** The clock; nobody needs days for bots. */
function clockOf({ days, minutes }: TableDraft, alone: boolean): Clock | null {
  if (days && !alone) return { move_s: days * DAY_S };
  return minutes ? { player_s: minutes * 60, increment_s: INCREMENT_S } : null;
}

const nearest = (wanted: number, from: number[]): number =>
  from.reduce((best, one) => (Math.abs(one - wanted) < Math.abs(best - wanted) ? one : best));

/**
 * Return the options for a variant, as close to the draft as it allows. A party, where all choose
 * together, begins with all its seats open; whoever plays with bots alone takes nothing back.
 */
export function agreedFor({ info, form }: Choice, draft: TableDraft, alone = false): Agreed {
  const options = Object.fromEntries(
    form.options.map(({ name, low, high, default: usual }) => [
      name,
      Math.min(high, Math.max(low, draft.options[name] ?? usual)),
    ]),
  );
  const slow = draft.days > 0 && !alone;
  const edition = form.editions.includes(draft.edition ?? '') ? draft.edition : null;
  return {
    game: info.game,
    variant: form.variant,
    edition: edition ?? form.editions.at(-1) ?? null,
    seats: form.together && !alone ? Math.max(...form.seats) : nearest(draft.seats, form.seats),
    options,
    assist: draft.assist,
    clock: form.together && !slow ? null : clockOf(draft, alone),
    take_back: form.takes_back && draft.takeBack === 'people' && !alone,
    public: draft.open,
    round_s: form.together && draft.roundSeconds && !slow ? draft.roundSeconds : null,
    talk: form.teams && draft.openTalk ? 'open' : 'closed',
  };
}

/** Return the bots for all seats but one's own: the wanted one or the default, and its neighbours. */
export function botsFor({ info, form }: Choice, agreed: Agreed, wished: string): string[] {
  const bot = info.bots.includes(wished) ? wished : defaultBot(info, form.variant);
  return lineUp(bot, (agreed.seats ?? 1) - 1);
}

/** The default bot: the level that is suggested, or a middle bot of a game without levels. */
export function defaultBot({ game, bots, levels }: GameInfo, variant?: string | null): string {
  const { level } = suggestion(climbAt(game, variant));
  if (levels.length) return (levels[level - 1] ?? levels[0])?.bot ?? 'random';
  return bots[Math.ceil((bots.length - 1) / 2)] ?? 'random';
}
