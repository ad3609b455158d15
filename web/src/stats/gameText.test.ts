import { describe, expect, it } from 'vitest';
import type { KeptGame } from './game';
import { language } from '../kit/i18n.svelte';
import { company, resultText, scoreWords } from './gameText';

const game = (points: number[], ranks: number[]): KeptGame => ({
  ...{ id: 'ABCDEF.1', at: 0, game: 'toy', variant: '', me: 0 },
  players: ranks.map(() => ({ name: 'Ada', avatar: '', bot: null })),
  points,
  ranks,
});
const words = (points: number[], ranks: number[]): string =>
  scoreWords(game(points, ranks)).replaceAll('\u00a0', ' ');

it('a game played together names the partner, and says whether the goal was reached', () => {
  language.now = 'en';
  const team = { ...game([5], [1, 1]), team: false };
  expect([company(team), resultText(team)]).toEqual(['With Ada', 'Not enough, with Ada']);
  expect(resultText({ ...team, team: true })).toBe('Won together with Ada');
  expect(company(game([5], [1]))).toBe('');
});

describe('the points of a game', () => {
  it('say so where they are equal and something else decided', () => {
    expect(words([8, 6], [1, 2])).toBe('8 : 6');
    expect(words([3, 3], [1, 2])).toBe('3 : 3 (tie-break)');
    expect(words([3, 3], [1, 1])).toBe('3 : 3');
  });

  it('say so among three or four, and for teams', () => {
    expect(words([3, 3, 2], [1, 2, 3])).toBe('3 : 3 : 2 (tie-break)');
    expect(words([2, 3, 1, 3], [3, 1, 4, 2])).toBe('2 : 3 : 1 : 3 (tie-break)');
    expect(words([3, 2, 2], [1, 2, 3])).toBe('3 : 2 : 2'); // nobody else was as good
    expect(words([3, 3, 2], [1, 1, 3])).toBe('3 : 3 : 2'); // they share the first place
    expect(words([18, 18], [2, 1, 2, 1])).toBe('18 : 18 (tie-break)');
    expect(words([18, 12], [1, 2, 1, 2])).toBe('18 : 12');
    expect(words([], [1, 2])).toBe(''); // an older game without points
  });
});
