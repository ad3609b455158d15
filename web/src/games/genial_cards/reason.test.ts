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
      ['rb', 0.714],
      ['gy', 0.592],
    ],
    'It wins about 12 more games in 100 than the next idea.',
  ],
  [
    'de',
    [
      ['rb', 0.714],
      ['gy', 0.592],
    ],
    'Er gewinnt von 100 Partien etwa 12 mehr als die nächstbeste Idee.',
  ],
  [
    'nl',
    [
      ['rb', 0.714],
      ['gy', 0.592],
    ],
    'Hij wint van de 100 spellen er ongeveer 12 meer dan het op een na beste idee.',
  ],
])('says how much better a move is (%s, %j)', async (tongue, moves, text) => {
  language.now = tongue;
  await language.ready();
  expect(ahead(hints(moves))).toBe(text);
});

it('tells two orders of a card apart: they are two moves (E5)', () => {
  expect(
    ahead(
      hints([
        ['rb rb', 0.7],
        ['rb br', 0.5],
      ]),
    ),
  ).toContain('about 20 more');
});
