import { afterEach, expect, it } from 'vitest';
import { language, type Language } from '../../kit/i18n.svelte';
import { ahead } from './reason';

type Moves = [move: string, worth: number][];
const hints = (moves: Moves) => moves.map(([move, worth]) => ({ move, worth }));
afterEach(() => void (language.now = 'en'));

it.each<[Language, Moves, string]>([
  [
    'en',
    [
      ['stop', 0.714],
      ['turn_up', 0.592],
    ],
    'Stopping wins about 12 more games in 100 than going on.',
  ],
  [
    'en',
    [
      ['turn_up', 0.714],
      ['stop', 0.592],
    ],
    'Going on wins about 12 more games in 100 than stopping.',
  ],
  [
    'de',
    [
      ['stop', 0.714],
      ['turn_up', 0.592],
    ],
    'Aufzuhören gewinnt von 100 Partien etwa 12 mehr als weiter aufzudecken.',
  ],
  [
    'de',
    [
      ['turn_up', 0.714],
      ['stop', 0.592],
    ],
    'Weiter aufzudecken gewinnt von 100 Partien etwa 12 mehr als aufzuhören.',
  ],
  [
    'nl',
    [
      ['stop', 0.714],
      ['turn_up', 0.592],
    ],
    'Stoppen wint van de 100 spellen er ongeveer 12 meer dan doorgaan.',
  ],
  [
    'nl',
    [
      ['turn_up', 0.714],
      ['stop', 0.592],
    ],
    'Doorgaan wint van de 100 spellen er ongeveer 12 meer dan stoppen.',
  ],
])('says how much better a move is (%s, %j)', async (tongue, moves, text) => {
  language.now = tongue;
  await language.ready();
  expect(ahead(hints(moves))).toBe(text);
});

it('says nothing of the first tile of a turn: it is compulsory (G2)', () => {
  expect(ahead(hints([['turn_up', 0.7]]))).toBeNull();
});
