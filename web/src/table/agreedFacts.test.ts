import { expect, it } from 'vitest';
import type { TableState } from '../wire/messages';
import { agreedFacts } from './agreedFacts';

const at = (from: TableState['from']): string[] =>
  agreedFacts({ agreed: {}, seats: [], from } as unknown as TableState, null);

it('warns of who may know the tiles only where a replay shows them', () => {
  expect(at({ replay: 'A.1', v: 3 }).at(-1)).toBe('from a position: its maker may know the tiles');
  expect(at({ replay: '', v: 3 }).at(-1)).toBe('from a position');
  expect(at(null).join()).not.toContain('from');
});
