import { describe, expect, it } from 'vitest';
import type { GameInfo, VariantInfo } from '../wire/messages';
import { agreedFor, botsFor, middling, wishFrom } from './wish';

const form = {
  variant: 'long',
  seats: [2, 3, 4],
  editions: ['1999', '2020'],
  options: [{ name: 'rounds', default: 2, low: 1, high: 5, rule: '' }],
} as unknown as VariantInfo;
const info: GameInfo = {
  game: 'toy',
  title: 'Toy',
  chapters: 'Z',
  bots: ['weak', 'fair', 'strong'],
  levels: [],
  variants: [form],
};

describe('a wish for a table', () => {
  it('takes the defaults of the variant', () => {
    const agreed = agreedFor({ info, form }, wishFrom(null, 3));
    expect(agreed).toMatchObject({ game: 'toy', variant: 'long', edition: '2020', seats: 2 });
    expect(agreed).toMatchObject({ assist: 3, clock: null, take_back: true, public: false });
    expect(agreed.options).toEqual({ rounds: 2 });
  });

  it('is bent to what the variant allows', () => {
    const wish = { ...wishFrom(null, 2), seats: 6, edition: '1850', options: { rounds: 99 } };
    expect(agreedFor({ info, form }, wish)).toMatchObject({
      seats: 4,
      edition: '2020',
      options: { rounds: 5 },
    });
  });

  it('begins with what was used last', () => {
    const wish = { ...wishFrom(null, 2), seats: 3, minutes: 10, open: true, bot: 'strong' };
    const again = wishFrom({ agreed: agreedFor({ info, form }, wish), bot: 'strong' }, 2);
    expect(again).toMatchObject({ seats: 3, minutes: 10, open: true, bot: 'strong' });
  });

  it('fills the other seats with bots', () => {
    expect(botsFor({ info, form }, { game: 'toy', seats: 3 }, 'strong')).toEqual([
      'strong',
      'strong',
    ]);
    expect(botsFor({ info, form }, { game: 'toy', seats: 1 }, '')).toEqual([]);
  });

  it('takes a middle level unless one is wished', () => {
    const levels = ['weak', 'fair', 'good', 'strong'].map((bot) => ({ bot, names: {} }));
    const bots = ['silly', ...levels.map(({ bot }) => bot)];
    expect(middling({ ...info, bots, levels })).toBe('fair');
    expect(middling(info)).toBe('fair');
    expect(middling({ ...info, bots: ['only'] })).toBe('only');
  });
});
