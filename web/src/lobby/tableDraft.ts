/** The options of a new table, and how they fit a variant. */
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
    takeBack: last?.takeBack ?? 'people',
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
 * Return the options for a variant, as close to the draft as it allows. Whoever plays with bots
 * alone waits for nobody: moves are final at once unless the draft says `always`.
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
    seats: nearest(draft.seats, form.seats),
    options,
    assist: draft.assist,
    clock: clockOf(draft, alone),
    take_back:
      form.takes_back && (draft.takeBack === 'always' || (draft.takeBack === 'people' && !alone)),
    public: draft.open,
    round_s: form.together && draft.roundSeconds && !slow ? draft.roundSeconds : null,
    talk: form.teams && draft.openTalk ? 'open' : 'closed',
  };
}

/** Return the bots for all seats but one's own: the wanted one, or the default. */
export function botsFor({ info }: Choice, agreed: Agreed, wished: string): string[] {
  const bot = info.bots.includes(wished) ? wished : defaultBot(info);
  return Array.from({ length: (agreed.seats ?? 1) - 1 }, () => bot);
}

/** The default bot: a middle level, or a middle bot of a game without levels. */
export function defaultBot({ bots, levels }: GameInfo): string {
  if (levels.length) return levels[(levels.length - 1) >> 1]?.bot ?? 'random';
  return bots[Math.ceil((bots.length - 1) / 2)] ?? 'random';
}
