/** What a table agrees on, with the game's defaults filled in (contract/setup.py). */
import type { Agreed, GameInfo, VariantInfo } from '../wire/messages';
import type { Seat, Setup } from './game';
import { demand } from './match';

/** The variant that a table plays; throws a Refusal if the game has none of that name. */
export function formOf(info: GameInfo, variant?: string | null): VariantInfo {
  const form = info.variants.find((one) => !variant || one.variant === variant);
  demand(form, 'variant', `${info.game} has no variant ${variant}`);
  return form;
}

/** Return all that was agreed; throws a Refusal for what the game does not allow. */
export function agree(info: GameInfo, agreed: Agreed): Required<Agreed> {
  const form = formOf(info, agreed.variant);
  const seats = agreed.seats ?? form.seats[0] ?? 1;
  const many = `${form.variant} is for ${form.seats.join(' or ')} players, not ${seats}`;
  demand(form.seats.includes(seats), 'seats', many, form.rule);
  const edition = agreed.edition ?? form.editions.at(-1) ?? null;
  const known = form.editions.length ? form.editions.includes(edition ?? '') : edition === null;
  const rule = form.edition_rule || form.rule;
  demand(known, 'edition', `there is no edition ${edition} of ${info.game} ${form.variant}`, rule);
  demand(
    !agreed.round_s || form.together,
    'round',
    'only games in which all choose at the same time have a time limit for rounds',
  );
  return {
    game: info.game,
    variant: form.variant,
    edition,
    seats,
    options: options(form, agreed.options ?? {}),
    assist: agreed.assist ?? 2,
    clock: agreed.clock ?? null,
    take_back: form.takes_back && (agreed.take_back ?? true),
    public: false,
    round_s: agreed.round_s ?? null,
    talk: agreed.talk ?? 'closed',
  };
}

function options(form: VariantInfo, given: Record<string, number>): Record<string, number> {
  for (const [name, value] of Object.entries(given)) {
    const option = form.options.find((one) => one.name === name);
    demand(option, 'option', `${form.variant} has no option ${name}`, form.rule);
    const { low, high } = option;
    const fits = Number.isInteger(value) && low <= value && value <= high;
    const text = `${name} must be a whole number from ${low} to ${high}, not ${value}`;
    demand(fits, 'option', text, option.rule);
  }
  return Object.fromEntries(
    form.options.map(({ name, default: usual }) => [name, given[name] ?? usual]),
  );
}

/** The set-up of one game. */
export const setupOf = (agreed: Required<Agreed>, start: Seat): Setup => ({
  variant: agreed.variant ?? '',
  edition: agreed.edition,
  seats: agreed.seats ?? 1,
  start,
  options: agreed.options,
});

/** Who begins a table's next game: the next seat (A5), where one seat begins. */
export const nextStart = (form: VariantInfo, { start, seats }: Setup): Seat =>
  form.has_start ? (start + 1) % seats : 0;
