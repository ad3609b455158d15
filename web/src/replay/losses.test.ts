import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { language } from '../kit/i18n.svelte';
import type { Analysis, Choice, Replay } from '../wire/messages';
import {
  bars,
  bestFrom,
  betterAt,
  lossText,
  lostAt,
  playedAt,
  precision,
  weighed,
  worst,
} from './losses';
import { AnalysisPoller } from './analysis.svelte';

beforeAll(() => {
  language.now = 'en';
});

const choice = (v: number, seat: number, loss: number): Choice => ({
  v,
  seat,
  loss,
  move: 'a',
  best: 'b',
  instead: loss ? { event: 'place', seat } : null,
  value: 0.5,
  rank: loss ? 2 : 1,
  legal: 9,
  risk: null,
  slip: null,
});
const ready = (choices: Choice[], points: number | null = null): Analysis => ({
  state: 'ready',
  done: choices.length,
  of: choices.length,
  points,
  choices,
  players: [
    { seat: 0, percent: 98.4, mistakes: 0, blunders: 0 },
    { seat: 1, percent: null, mistakes: 0, blunders: 0 },
  ],
});
const replay = { frames: [{ v: 2 }, { v: 4 }, { v: 6 }, { v: 9 }] } as unknown as Replay;
const found = ready([choice(2, 0, 0.12), choice(4, 1, 0.3), choice(6, 0, 0)]);
const choices = weighed(replay, found);

describe('the loss of a move', () => {
  it('belongs to the frame of the choice, and is drawn at the next', () => {
    expect(choices.map((one) => one.frame)).toEqual([0, 1, 2]);
    expect(bars(choices)).toEqual([
      { frame: 1, seat: 0, loss: 0.12 },
      { frame: 2, seat: 1, loss: 0.3 },
    ]);
    expect(lostAt(choices, 1)?.loss).toBe(0.12);
    expect(lostAt(choices, 3)).toBeNull();
    expect(lostAt(choices, 0)).toBeNull();
    expect(weighed(replay, null)).toEqual([]);
  });

  it('is worst for oneself if one made a mistake, and null if nobody did', () => {
    expect(worst(choices, 0)?.frame).toBe(0);
    expect(worst(choices, null)?.frame).toBe(1);
    expect(worst(weighed(replay, ready([choice(2, 0, 0.04)])), 0)).toBeNull();
  });

  it('has the better move if one is known', () => {
    expect(betterAt(choices, 0)?.event).toEqual({ event: 'place', seat: 0 });
    expect(betterAt(choices, 2)).toBeNull();
  });

  it('has the move that was played beside it', () => {
    const laid = { event: 'place', seat: 0, points: [1] };
    const drawn = { event: 'draw', seat: 0 };
    const frames = [
      { v: 2, view: {} },
      { v: 4, view: {}, events: [drawn, laid] },
    ];
    const page = { say: ({ event }: { event: string }) => (event === 'draw' ? null : event) };
    const at = (events: object[], kind = 'place'): unknown =>
      playedAt(
        { frames: [frames[0], { ...frames[1], events }] } as unknown as Replay,
        { ...choice(2, 0, 0.2), frame: 0, instead: { event: kind, seat: 0 } },
        page,
        [],
      );
    expect(at([drawn, laid])).toEqual(laid);
    expect(at([laid], 'exchange'), 'another kind of move').toEqual(laid);
    expect(at([drawn], 'exchange'), 'declined: nothing to show').toBeNull();
    expect(at([{ ...laid, seat: 1 }])).toBeNull();
  });

  it('leads to the frame at which the better move can be shown', () => {
    expect(bestFrom(choices, 1), 'not that of the next one').toBe(0);
    expect(bestFrom(choices, 2)).toBe(1);
    expect(bestFrom(choices, 0), 'nothing was lost before').toBe(0);
    expect(bestFrom(choices, 3)).toBeNull();
    const unknown = weighed(replay, ready([{ ...choice(6, 0, 0.4), instead: null }]));
    expect(lostAt(unknown, 3)?.loss).toBe(0.4);
    expect(bestFrom(unknown, 3)).toBeNull();
  });

  it('is in winning chances, or in points if nobody can win', () => {
    expect(lossText(found, 0.12)).toBe('cost 12% of the winning chances');
    expect(lossText(found, 0.001)).toBe('cost 1% of the winning chances');
    expect(lossText(ready([], 36), 0.06)).toBe('cost 2.2 points');
    expect(lossText(ready([], 1), 1)).toBe('cost 1 point');
  });

  it('gives a precision only for winning chances', () => {
    expect(precision(found)).toEqual([98, null]);
    expect(precision(ready([], 36))).toEqual([]);
    expect(precision(null)).toEqual([]);
  });
});

describe('an analysis', () => {
  afterEach(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });
  const answering = (...answers: (Partial<Analysis> | number)[]) => {
    vi.useFakeTimers();
    const asked = vi.fn<(address: string) => Promise<unknown>>(() => {
      const next = answers.length > 1 ? answers.shift() : answers[0];
      if (typeof next === 'number') return Promise.resolve({ ok: false, status: next });
      return Promise.resolve({ ok: true, json: () => Promise.resolve(next) });
    });
    vi.stubGlobal('fetch', asked);
    return asked;
  };

  it('is polled until it is ready', async () => {
    const asked = answering({ state: 'waiting' }, { state: 'waiting' }, found);
    const analysis = new AnalysisPoller();
    const done = analysis.look('ABC.1');
    expect(analysis.waiting).toBe(true);
    await vi.runAllTimersAsync();
    await done;
    expect(asked).toHaveBeenCalledTimes(3);
    expect(asked.mock.calls[0]?.[0]).toBe('/api/replays/ABC.1/analysis');
    expect(analysis.found).toEqual(found);
    expect(analysis.waiting).toBe(false);
  });

  it.each([[{ state: 'none' as const }], [404], [409]])('finds nothing: %j', async (answer) => {
    const asked = answering(answer);
    const analysis = new AnalysisPoller();
    await analysis.look('ABC.1');
    expect(analysis.found).toBeNull();
    expect([analysis.waiting, analysis.failed]).toEqual([false, false]);
    expect(asked).toHaveBeenCalledTimes(1);
  });

  it.each([429, 503])('is asked again where the server is too busy: %j', async (answer) => {
    answering(answer, answer, found);
    const analysis = new AnalysisPoller();
    const done = analysis.look('ABC.1');
    await vi.runAllTimersAsync();
    await done;
    expect(analysis.found).toEqual(found);
  });

  it('is not polled after a stop, and is given up in the end', async () => {
    const asked = answering({ state: 'waiting' });
    const analysis = new AnalysisPoller();
    void analysis.look('ABC.1');
    await vi.advanceTimersByTimeAsync(800);
    analysis.stop();
    const before = asked.mock.calls.length;
    await vi.advanceTimersByTimeAsync(60_000);
    expect(asked.mock.calls.length).toBe(before);
    const again = analysis.look('ABC.1');
    await vi.runAllTimersAsync();
    await again;
    expect(analysis.waiting).toBe(false);
    expect(asked.mock.calls.length).toBeGreaterThan(before + 20);
  });
});
