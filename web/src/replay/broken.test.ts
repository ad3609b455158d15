import { afterEach, describe, expect, it, vi } from 'vitest';
import { language } from '../kit/i18n.svelte';
import { importRecord } from '../local/importRecord';
import { TOY, TOY_INFO } from '../local/testing/toy';
import { BrokenRecord, brokenText } from './broken';

afterEach(() => {
  language.now = 'en';
  vi.unstubAllGlobals();
});

const RECORD = {
  format: 'hexade-record/1',
  variant: 'turns',
  seats: ['Ada', 'Ben'],
  start: 0,
  events: [
    { event: 'deal', seat: 0, card: 1 },
    { event: 'deal', seat: 1, card: 2 },
    { event: 'say', seat: 0, word: 'low' },
    { event: 'deal', seat: 0, card: 2 },
    { event: 'say', seat: 1, word: 'high' },
    { event: 'deal', seat: 1, card: 3 },
  ],
  result: { ranks: [2, 1], scores: [1, 2] },
};

/** What the device says of the record with one event changed. */
async function moveOf(change: Partial<typeof RECORD>): Promise<unknown> {
  const record = { ...RECORD, ...change };
  return importRecord(record, TOY_INFO, async () => TOY as never, 0).then(
    () => 'opened',
    ({ move, fault }: { move: number | null; fault: { key: string | null } }) => [move, fault.key],
  );
}
const changed = (n: number, event: object): typeof RECORD.events =>
  RECORD.events.map((one, at) => (at === n ? ({ ...one, ...event } as never) : one));

describe('the move at which a record breaks', () => {
  it('is counted as replays count moves', async () => {
    expect(await moveOf({})).toBe('opened');
    expect(await moveOf({ events: changed(1, { card: 9 }) })).toEqual([0, null]);
    expect(await moveOf({ events: changed(2, { seat: 1 }) })).toEqual([1, null]);
    expect(await moveOf({ events: changed(3, { seat: 1 }) })).toEqual([1, 'seat']);
    expect(await moveOf({ events: changed(4, { word: 'pass' }) })).toEqual([2, null]);
    expect(await moveOf({ result: { ranks: [1, 1], scores: [2, 2] } })).toEqual([null, null]);
  });
});

describe('a record that is opened', () => {
  const idOf = async (seats: string[]): Promise<string> =>
    (await importRecord({ ...RECORD, seats }, TOY_INFO, async () => TOY as never, 0)).id;

  it.each(['with HTTPS', 'without HTTPS'])('has an id of its own %s', async (where) => {
    if (where === 'without HTTPS') vi.stubGlobal('crypto', {});
    const id = await idOf(['Ada', 'Ben']);
    expect(id).toMatch(/^LOCAL-[0-9A-F]{10}\.1$/);
    expect(await idOf(['Ada', 'Ben'])).toBe(id);
    expect(await idOf(['Ada', 'Cem'])).not.toBe(id);
  });
});

describe('a record that cannot be opened', () => {
  const text = (problem: object, game = ''): string =>
    brokenText(
      new BrokenRecord({ code: '', rule: '', text: "the rules give 'x'", ...problem }, game),
    );

  it('is told with its move and its rule, not as a refusal of one’s own move', () => {
    expect(text({ code: 'not-your-turn', rule: 'A5', move: 12, key: null })).toBe(
      'This record cannot be opened: at move 12 it breaks rule A5. It was another player’s turn.',
    );
    expect(text({ code: 'mismatch', rule: 'A8', move: 3, key: 'points' })).toMatch(
      /at move 3 it breaks rule A8\. The points/,
    );
    expect(text({ code: 'mismatch', rule: 'A8', move: 0, key: 'odd' })).toMatch(
      /before the first move .* What is written there is not what the rules give\.$/,
    );
    expect(text({ code: 'result', rule: 'A14', move: null, key: null })).toMatch(
      /in its result it breaks rule A14/,
    );
    expect(text({ code: 'missing', move: 4, key: null })).toMatch(/at move 4 it is wrong/);
    expect(text({ code: 'new-one', rule: 'Z1', move: 4, key: null })).not.toContain('rules give');
  });

  it('says what is missing where it is no record at all', () => {
    expect(text({ code: 'record' })).toMatch(/^This record cannot be opened\. Something/);
    expect(text({ code: 'not-a-record' })).toMatch(/not a record of a game/);
  });

  it.each(['de', 'nl'] as const)('is told in %s', async (wanted) => {
    language.now = wanted;
    await language.ready();
    const told = text({ code: 'mismatch', rule: 'A8', move: 3, key: 'points' });
    expect(told).toMatch(/(Zug|zet) 3/);
    expect(told).toContain('A8');
  });
});
