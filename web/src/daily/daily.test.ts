import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { language } from '../kit/i18n.svelte';
import { INKS } from '../share/drawing';
import { dayOf, daysBetween, EPOCH, isDay, later } from './dates';
import {
  addTry,
  adoptTries,
  answerOn,
  isDone,
  progress,
  streak,
  triesAt,
  triesOn,
} from './progress.svelte';
import {
  answerTo,
  chanceOf,
  chancesOf,
  CLOSE,
  numberOf,
  placeOf,
  puzzleGames,
  puzzleOf,
  unrolled,
} from './puzzles';
import { resultPicture } from './picture';
import { give, shareText } from './share';

const puzzle = {
  id: '1.1',
  line: '',
  best: 12,
  tempting: 30,
  values: 'A_zB',
  exact: { 12: 900, 30: 400, 40: 880 },
  near: '1.1=1t1p',
  missed: 3,
  colour: 'r',
  points: [2, 9] as [number, number],
  sketch: 'r.g',
};

beforeEach(() => {
  localStorage.clear();
  Object.assign(progress, { tries: {}, days: [] });
  vi.useRealTimers();
});

describe('days', () => {
  it('are those of one’s own calendar', () => {
    expect(dayOf(new Date(2026, 10, 16, 0, 0, 1))).toBe('2026-11-16');
    expect(dayOf(new Date(2026, 10, 16, 23, 59, 59))).toBe('2026-11-16');
    expect(later('2026-12-31', 1)).toBe('2027-01-01');
    expect(daysBetween('2026-03-28', '2026-03-30')).toBe(2); // clocks change in between
    expect([isDay('2026-11-16'), isDay('yesterday'), isDay(null)]).toEqual([true, false, false]);
  });

  it('begin on a Monday, for weeks get harder', () => {
    expect(new Date(`${EPOCH}T12:00:00Z`).getUTCDay()).toBe(1);
    expect([numberOf(EPOCH), numberOf(later(EPOCH, 13))]).toEqual([1, 14]);
  });
});

describe('the calendar', () => {
  it('repeats in its order, before its beginning too', () => {
    const days = [28, 28, 14];
    expect(placeOf(days, 1)).toEqual([0, 0]);
    expect(placeOf(days, 29)).toEqual([1, 0]);
    expect(placeOf(days, 70)).toEqual([2, 13]);
    expect(placeOf(days, 71)).toEqual([0, 0]);
    expect(placeOf(days, 0)).toEqual([2, 13]);
  });

  it('has a puzzle for every day of every game', async () => {
    expect(puzzleGames.length).toBeGreaterThan(1);
    for (const game of puzzleGames) {
      const found = await puzzleOf(game, '2026-11-18');
      expect([found.game, found.number, found.day]).toEqual([game, 3, '2026-11-18']);
      expect(unrolled(found.near)).toHaveLength(found.values.length);
      expect((await puzzleOf(game, '2031-01-01')).line).not.toBe('');
    }
  });

  it('calls no move close that wins clearly less often than the best one', async () => {
    const words = import.meta.glob<Record<string, string>>('./words/*.json', {
      import: 'default',
      eager: true,
    });
    // What the page says of "close" is the rule.
    expect(Object.keys(words)).toHaveLength(3);
    for (const one of Object.values(words)) expect(one['daily.how']).toContain(` ${100 * CLOSE} `);
    for (const game of puzzleGames)
      for (let n = 0; n < 28; n += 1) {
        const found = await puzzleOf(game, later(EPOCH, n));
        for (const [move, chance] of Object.entries(found.exact)) {
          const { answer } = answerTo(found, found.values.length, Number(move));
          const loss = ((found.exact[found.best] ?? 0) - chance) / 1000;
          if (answer === 'close') expect(loss).toBeLessThanOrEqual(CLOSE);
        }
        for (let at = 0; at < found.values.length; at += 1) {
          const { answer } = answerTo(found, at, -1);
          const [own, best] = chancesOf(found, at, -1);
          if (answer === 'close') expect(best - own).toBeLessThan(CLOSE + 0.001);
        }
      }
  });
});

describe('a try', () => {
  it('is found, close or no by its chance of winning, and the hint says what is right', () => {
    expect(answerTo(puzzle, 1, 12)).toEqual({ answer: 'found', hint: null });
    expect(answerTo(puzzle, 0, 7)).toEqual({ answer: 'no', hint: null });
    // The right tile or the right cells are not close where they lose.
    expect(answerTo(puzzle, 2, 30)).toEqual({ answer: 'no', hint: 't' });
    expect(answerTo(puzzle, 3, 31)).toEqual({ answer: 'no', hint: 'p' });
    // Ten points of the best chance are close, eleven are not.
    const chances = { ...puzzle, exact: { 12: 900, 30: 800, 31: 790 } };
    expect(answerTo(chances, 2, 30)).toEqual({ answer: 'close', hint: 't' });
    expect(answerTo(chances, 3, 31)).toEqual({ answer: 'no', hint: 'p' });
    expect(answerTo(chances, 0, 30)).toEqual({ answer: 'close', hint: null });
    expect(chancesOf(chances, 2, 30)).toEqual([0.8, 0.9]);
  });

  it('with the idea of the best move is found only where it is about as good', () => {
    // The letters of the three ideas: 1, 61/63 and 25/63.
    const ideas = { ...puzzle, values: '_9ZA', near: '3=1.', exact: { 12: 900, 41: 840 } };
    expect(answerTo(ideas, 1, 99)).toEqual({ answer: 'found', hint: null });
    expect(answerTo(ideas, 2, 98)).toEqual({ answer: 'no', hint: 't' });
    expect(answerTo(ideas, 1, 41)).toEqual({ answer: 'close', hint: 't' });
    expect(answerTo({ ...ideas, best: 98, exact: {} }, 2, 98).answer).toBe('found');
  });

  it('has a chance: exact where it was looked at, or else to the next letter', () => {
    expect(chanceOf(puzzle, 1, 12)).toBe(0.9);
    expect(chanceOf(puzzle, 0, 5)).toBe(0);
    expect(chanceOf({ ...puzzle, exact: {} }, 1, 5)).toBe(1);
  });
});

const at = (game: string, day: string, id = '1.1') => ({ game, day, id });
type Kept = { tries: Record<string, unknown[]>; days: string[] };
const made = (answer: 'found' | 'close' | 'no', move = answer) => ({ move, answer, hint: null });

describe('progress', () => {
  it('is done when it is found, or after three tries', () => {
    expect(isDone([made('no'), made('close')])).toBe(false);
    expect(isDone([made('no'), made('found')])).toBe(true);
    expect(isDone([made('no', 'no'), made('no', 'no'), made('close')])).toBe(true);
  });

  it('counts a day when its puzzle is finished, found or not, and yesterday’s until midnight', () => {
    vi.useFakeTimers();
    vi.setSystemTime(new Date(2026, 10, 17, 12));
    addTry(at('a', '2026-11-17'), made('no'));
    expect(streak()).toBe(0);
    addTry(at('a', '2026-11-17'), made('found'));
    expect(streak()).toBe(1);
    addTry(at('a', '2026-11-16'), made('found'));
    expect(streak()).toBe(2);
    addTry(at('a', '2026-11-15'), made('found')); // too late
    expect(streak()).toBe(2);
    vi.setSystemTime(new Date(2026, 10, 18, 12));
    expect(streak()).toBe(2); // today's is still open
    vi.setSystemTime(new Date(2026, 10, 19, 12));
    expect(streak()).toBe(0);
    expect(triesAt(at('a', '2026-11-17'))).toHaveLength(2);
    expect([answerOn('2026-11-17'), answerOn('2026-11-18')]).toEqual(['found', null]);
    expect(localStorage.getItem('hexade.daily')).toContain('2026-11-16');
  });
});

it('asks the browser to keep it when the first puzzle is finished, not before', async () => {
  const persist = vi.fn(() => Promise.resolve(true));
  vi.stubGlobal('navigator', { storage: { persisted: () => Promise.resolve(false), persist } });
  vi.stubGlobal('CSS', { supports: () => false }); // not Firefox
  addTry(at('a', '2026-11-17'), made('no'));
  await Promise.resolve();
  expect(persist).not.toHaveBeenCalled();
  addTry(at('a', '2026-11-17'), made('found'));
  await vi.waitFor(() => expect(persist).toHaveBeenCalledTimes(1));
  vi.unstubAllGlobals();
});

describe('another calendar', () => {
  const day = '2026-11-17';
  beforeEach(() => {
    vi.useFakeTimers();
    vi.setSystemTime(new Date(2026, 10, 17, 12));
  });

  it('has its puzzle open where another one was finished; the day still counts', () => {
    addTry(at('a', day), made('found'));
    expect(triesAt(at('a', day, '2.2'))).toEqual([]);
    expect(triesOn('a', day)).toEqual([made('found')]); // before the puzzle is loaded
    expect([streak(), answerOn(day)]).toEqual([1, 'found']);
    expect(addTry(at('a', day, '2.2'), made('no'))).toBe(true);
    expect([triesAt(at('a', day)).length, streak()]).toEqual([1, 1]);
  });

  it('takes over tries that were kept without a puzzle, if they are of its own', () => {
    progress.tries = { [`a ${day}`]: [made('no'), made('found')] };
    expect([triesAt(at('a', day)), answerOn(day)]).toEqual([[], 'found']);
    adoptTries(at('a', day), ({ move }) => move === 'found');
    expect(triesAt(at('a', day))).toEqual([]);
    adoptTries(at('a', day), () => true);
    expect(triesAt(at('a', day))).toHaveLength(2);
    expect(Object.keys(progress.tries)).toEqual([`a ${day} 1.1`]);
    expect(localStorage.getItem('hexade.daily')).toContain(`a ${day} 1.1`);
  });
});

describe('two tabs', () => {
  const inAnotherTab = (kept: object): void =>
    localStorage.setItem('hexade.daily', JSON.stringify(kept));

  it('keep each other’s tries and days', () => {
    vi.useFakeTimers();
    vi.setSystemTime(new Date(2026, 10, 17, 12));
    const tries = { 'a 2026-11-17 1.1': [made('no')], 'b 2026-11-16 1.1': [made('found')] };
    inAnotherTab({ tries, days: ['2026-11-16'] });
    expect(addTry(at('a', '2026-11-17'), made('no'))).toBe(false); // it was made there
    expect(addTry(at('a', '2026-11-17'), made('found'))).toBe(true);
    const { tries: kept, days } = JSON.parse(localStorage.getItem('hexade.daily') ?? '') as Kept;
    expect(Object.values(kept).map((one) => one.length)).toEqual([1, 2]);
    expect(days).toEqual(['2026-11-16', '2026-11-17']);
    expect(addTry(at('b', '2026-11-16'), made('no'))).toBe(false); // it is finished there
  });

  it('show at once what is tried in the other', () => {
    inAnotherTab({ tries: { 'a 2026-11-17 1.1': [made('no')] }, days: ['2026-11-17'] });
    dispatchEvent(new StorageEvent('storage', { key: 'hexade.other' }));
    expect(triesAt(at('a', '2026-11-17'))).toEqual([]);
    dispatchEvent(new StorageEvent('storage', { key: 'hexade.daily' }));
    expect(triesAt(at('a', '2026-11-17'))).toEqual([made('no')]);
    expect(progress.days).toEqual(['2026-11-17']);
  });
});

describe('what the browser keeps of puzzles', () => {
  const opened = async (text: string): Promise<typeof import('./progress.svelte')> => {
    localStorage.setItem('hexade.daily', text);
    vi.resetModules();
    return import('./progress.svelte');
  };

  it.each(['{"days":null}', '{"tries":null}', '{"tries":7,"days":"x"}', '[]', '7', '"x"'])(
    'may be broken: %s',
    async (text) => {
      const { answerOn: answer, progress: found, streak: run } = await opened(text);
      expect([found.tries, found.days]).toEqual([{}, []]);
      expect([run(), answer('2026-11-17')]).toEqual([0, null]);
    },
  );

  it('loses what has no sense, and nothing else', async () => {
    const tries = { 'a 2026-11-17': [made('found')], 'b 2026-11-17': [null], 'c 2026-11-17': {} };
    const days = ['2026-11-17', 3, 'soon'];
    const { progress: found } = await opened(JSON.stringify({ tries, days }));
    expect(Object.keys(found.tries)).toEqual(['a 2026-11-17']);
    expect(found.days).toEqual(['2026-11-17']);
  });
});

describe('what is shared', () => {
  it('says the same in words and in colours, and not the solution', () => {
    const tries = [made('close', 'no'), made('found')];
    expect(shareText('Game', 214, tries, 7)).toBe('Hexade Game 214 · found in 2 · streak 7\n🟡🟢');
    const three = [made('no'), made('no'), made('no')];
    expect(shareText('Game', 3, three, 1)).toBe('Hexade Game 3 · not found · streak 1\n🔴🔴🔴');
    expect(language.now).toBe('en');
  });

  it.each([
    ['is shared by the sheet', () => Promise.resolve(), true, 'shared'],
    ['is not copied when the sheet is closed', () => refused('AbortError'), true, 'shared'],
    ['is copied when the sheet fails', () => refused('NotAllowedError'), true, 'copied'],
    ['is shown when nothing works', () => refused('NotAllowedError'), false, 'no'],
    ['is copied where there is no sheet', undefined, true, 'copied'],
  ] as const)('%s', async (_, share, copies, how) => {
    const writeText = vi.fn(() => (copies ? Promise.resolve() : refused('NotAllowedError')));
    vi.stubGlobal('navigator', { share, clipboard: { writeText } });
    vi.stubGlobal('matchMedia', () => ({ matches: true }));
    expect(await give('text')).toBe(how);
    expect(writeText).toHaveBeenCalledTimes(how === 'shared' ? 0 : 1);
    vi.unstubAllGlobals();
  });
});

describe('the picture of a result', () => {
  it('says the same as the text, and shows the position without a move', () => {
    const tries = [made('close', 'no'), made('found')];
    const { shapes, width, height } = resultPicture({ ...puzzle, number: 214 }, 'Game', tries, 7);
    const texts = shapes.flatMap((shape) => ('text' in shape ? [shape.text] : []));
    expect(texts).toEqual([
      'Hexade',
      'Puzzle of the day',
      'Game',
      'Found in 2',
      'No. 214 · streak 7',
    ]);
    expect([width, height]).toEqual([1200, 630]);
    const fills = shapes.flatMap((shape) => ('fill' in shape && shape.fill ? [shape] : []));
    // Two tiles, two tries, and one free cell.
    expect(fills.filter(({ fill }) => fill === '#17141f')).toHaveLength(4);
    expect(fills.filter(({ fill }) => fill === '#f7f2e8')).toHaveLength(1);
    const signs = fills.filter((shape) => 'at' in shape && shape.at?.[1] === 388);
    expect([...new Set(signs.map(({ fill }) => fill))]).toEqual([INKS.yellow, INKS.green]);
  });

  const sheet = (takes: boolean, share: (what: ShareData) => Promise<void>) => {
    vi.stubGlobal('navigator', { share, canShare: () => takes, clipboard: {} });
    vi.stubGlobal('matchMedia', () => ({ matches: true }));
  };
  afterEach(() => void vi.unstubAllGlobals());
  const png = new Blob(['.'], { type: 'image/png' });

  it('goes with the text where the sheet takes pictures', async () => {
    const share = vi.fn<(what: ShareData) => Promise<void>>(() => Promise.resolve());
    sheet(true, share);
    expect(await give('text', png)).toBe('shared');
    const [{ text, files } = {}] = share.mock.calls[0] ?? [];
    expect([text, files?.[0]?.name, files?.[0]?.type]).toEqual([
      'text',
      'hexade-puzzle.png',
      'image/png',
    ]);
  });

  it('stays away where the sheet takes none, refuses it, or it could not be drawn', async () => {
    const share = vi.fn(({ files }: ShareData) =>
      files ? refused('NotAllowedError') : Promise.resolve(),
    );
    for (const [takes, picture] of [
      [false, png],
      [true, png],
      [true, null],
    ] as const) {
      sheet(takes, share);
      expect(await give('text', picture)).toBe('shared');
      expect(share.mock.lastCall?.[0]).toEqual({ text: 'text' });
    }
  });

  it('is shared once when the sheet is closed', async () => {
    const share = vi.fn(() => refused('AbortError'));
    sheet(true, share);
    expect(await give('text', png)).toBe('shared');
    expect(share).toHaveBeenCalledTimes(1);
  });
});

const refused = (name: string): Promise<never> => Promise.reject(new DOMException('', name));
