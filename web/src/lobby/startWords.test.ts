import { expect, it } from 'vitest';
import type { VariantInfo } from '../wire/messages';
import { startWords } from './startWords';
import type { Choice } from './tableDraft';

const choice = (teams: boolean): Choice => ({ form: { teams } as VariantInfo }) as Choice;

it('names everybody who will sit at the table', () => {
  expect(startWords(choice(false), ['level4'])).toBe('Play Bruno');
  expect(startWords(choice(false), ['level1', 'level2', 'level3'])).toBe('Play Pip, Momo and Kiki');
});

it('says who is the partner in a team', () => {
  const bots = ['level1', 'level2', 'level3'];
  expect(startWords(choice(true), bots)).toBe('With Momo against Pip and Kiki');
});

it('counts bots that are all alike', () => {
  expect(startWords(choice(false), ['random', 'random']).replaceAll('\u00a0', ' ')).toBe(
    'Play Random bot 1 and Random bot 2',
  );
});
