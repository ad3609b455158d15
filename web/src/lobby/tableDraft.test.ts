import { describe, expect, it } from 'vitest';
import { climbed, newClimb } from '../bots/ladder';
import { empty } from '../stats/digest';
import { played } from '../stats/kept.svelte';
import type { GameInfo, VariantInfo } from '../wire/messages';
import { agreedFor, botsFor, defaultBot, draftFrom } from './tableDraft';

const form = {
  variant: 'long',
  seats: [2, 3, 4],
  editions: ['1999', '2020'],
  options: [{ name: 'rounds', default: 2, low: 1, high: 5, rule: '' }],
  takes_back: true,
} as unknown as VariantInfo;
const info: GameInfo = {
  game: 'toy',
  title: 'Toy',
  chapters: 'Z',
  bots: ['weak', 'fair', 'strong'],
  levels: [],
  variants: [form],
};

describe('a draft for a table', () => {
  it('takes the defaults of the variant', () => {
    const agreed = agreedFor({ info, form }, draftFrom(null, 3));
    expect(agreed).toMatchObject({ game: 'toy', variant: 'long', edition: '2020', seats: 2 });
    expect(agreed).toMatchObject({ assist: 3, clock: null, take_back: true, public: false });
    expect(agreedFor({ info, form }, draftFrom(null, 3), true).take_back).toBe(false);
    expect(agreed.options).toEqual({ rounds: 2 });
  });

  it('promises no take-back where a variant has none', () => {
    const final = { ...form, takes_back: false };
    const agreed = agreedFor({ info, form: final }, draftFrom(null, 2));
    expect(agreed.take_back).toBe(false);
  });

  it('is adjusted to what the variant allows', () => {
    const draft = { ...draftFrom(null, 2), seats: 6, edition: '1850', options: { rounds: 99 } };
    expect(agreedFor({ info, form }, draft)).toMatchObject({
      seats: 4,
      edition: '2020',
      options: { rounds: 5 },
    });
  });

  it('starts with the last options', () => {
    const draft = { ...draftFrom(null, 2), seats: 3, minutes: 10, open: true, bot: 'strong' };
    const again = draftFrom({ agreed: agreedFor({ info, form }, draft), bot: 'strong' }, 2);
    expect(again).toMatchObject({ seats: 3, minutes: 10, open: true, bot: 'strong' });
  });

  it('has days for a move among people alone', () => {
    const draft = { ...draftFrom(null, 2), days: 3, minutes: 10, roundSeconds: 30 };
    const together = { ...form, together: true };
    const agreed = agreedFor({ info, form: together }, draft);
    expect(agreed).toMatchObject({ clock: { move_s: 259_200 }, round_s: null });
    expect(draftFrom({ agreed, bot: '' }, 2)).toMatchObject({ days: 3, minutes: 0 });
    const alone = agreedFor({ info, form }, draft, true);
    expect(alone.clock).toEqual({ player_s: 600, increment_s: 5 });
  });

  it('has a time for each round only where all choose together (F4)', () => {
    const draft = { ...draftFrom(null, 2), roundSeconds: 30 };
    const together = { ...form, together: true };
    expect(agreedFor({ info, form }, draft).round_s).toBeNull();
    const agreed = agreedFor({ info, form: together }, draft);
    expect(agreed.round_s).toBe(30);
    expect(draftFrom({ agreed, bot: '' }, 2).roundSeconds).toBe(30);
  });

  it('begins a party with all its seats open, but not against bots', () => {
    const party = { ...form, together: true };
    const draft = { ...draftFrom(null, 2), minutes: 10 };
    expect(agreedFor({ info, form: party }, draft)).toMatchObject({ seats: 4, clock: null });
    expect(agreedFor({ info, form: party }, draft, true).seats).toBe(2);
  });

  it('opens the chat only where partners play (C4)', () => {
    const draft = { ...draftFrom(null, 2), openTalk: true };
    expect(agreedFor({ info, form }, draft).talk).toBe('closed');
    const agreed = agreedFor({ info, form: { ...form, teams: true } }, draft);
    expect(agreed.talk).toBe('open');
    expect(draftFrom({ agreed, bot: '' }, 2).openTalk).toBe(true);
  });

  it('fills the other seats with bots', () => {
    expect(botsFor({ info, form }, { game: 'toy', seats: 3 }, 'strong')).toEqual([
      'strong',
      'strong',
    ]);
    expect(botsFor({ info, form }, { game: 'toy', seats: 1 }, '')).toEqual([]);
  });

  it('seats no bot with a level twice', () => {
    const levels = [1, 2, 3, 4].map((n) => ({ bot: `level${n}`, names: {} }));
    const bots = levels.map(({ bot }) => bot);
    const choice = { info: { ...info, bots, levels }, form };
    expect(botsFor(choice, { game: 'toy', seats: 4 }, 'level2')).toEqual([
      'level2',
      'level1',
      'level3',
    ]);
  });

  it('takes the bot that is suggested: the gentlest before the first game', () => {
    const levels = [1, 2, 3, 4].map((n) => ({ bot: `level${n}`, names: {} }));
    const bots = ['random', ...levels.map(({ bot }) => bot)];
    expect(defaultBot({ ...info, bots, levels })).toBe('level1');
    played.digest = {
      ...played.digest,
      climbs: { 'toy base': climbed(climbed(newClimb(), 3, 'won'), 3, 'won') },
    };
    expect(defaultBot({ ...info, bots, levels }, 'base')).toBe('level4');
    played.digest = empty();
    expect(defaultBot(info)).toBe('fair');
    expect(defaultBot({ ...info, bots: ['only'] })).toBe('only');
  });
});
