import { fireEvent, render, screen } from '@testing-library/svelte';
import { flushSync } from 'svelte';
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { GameEvent, GamePage } from '../games/contract';
import { spoken } from '../kit/announce.svelte';
import { language } from '../kit/i18n.svelte';
import type { Analysis, Replay } from '../wire/messages';
import FrameViewer from './FrameViewer.svelte';
import { AnalysisPoller } from './analysis.svelte';

vi.stubGlobal('DRAWING_FOLDERS', {});
beforeAll(() => void (language.now = 'en'));
beforeEach(() => void (spoken.polite = ''));

const lay = (seat: number): GameEvent => ({ event: 'lay', seat, points: [seat] });
// Each view of a replay is that of whoever moved next.
const frame = (v: number, seat: number, events: GameEvent[]) => ({ v, events, view: { seat } });
const REPLAY = {
  id: 'abc',
  agreed: { game: 'toy' },
  players: ['Ada', 'Ben'].map((name) => ({ name, avatar: 'fox', bot: null })),
  result: {},
  frames: [frame(0, 0, []), frame(1, 1, [lay(0)]), frame(2, 0, [lay(1)])],
} as unknown as Replay;
const nothing = (() => undefined) as unknown as GamePage['Play'];
const PAGE = {
  name: 'toy',
  Play: nothing,
  MoveLine: nothing,
  measure: () => [0, 0],
  say: ({ seat }: GameEvent, names: string[], view: { seat?: number | null }) =>
    view.seat === seat ? 'You play' : `${names[seat ?? -1]} plays`,
} as unknown as GamePage;
const FOUND = {
  state: 'ready',
  points: null,
  players: [],
  choices: [{ v: 1, seat: 1, loss: 0.3, instead: lay(1) }],
} as unknown as Analysis;

function viewer(at: number, better = false) {
  const analysis = new AnalysisPoller();
  const go = vi.fn();
  render(FrameViewer, {
    props: { replay: REPLAY, page: PAGE, at, phone: false, go, analysis, better },
  });
  return { analysis, go };
}

describe('announcements of a replay', () => {
  it('are made once, also when the analysis arrives later', () => {
    const { analysis } = viewer(2);
    expect(spoken.polite).toBe('Move 2 of 2. Ben plays.');
    spoken.polite = 'something else';
    analysis.found = FOUND;
    flushSync();
    expect(spoken.polite).toBe('something else');
  });

  it('name the player of the best move', () => {
    const { analysis } = viewer(1, true);
    analysis.found = FOUND;
    flushSync();
    expect(spoken.polite).toBe('Best move: Ben plays');
  });
});

describe('the best move', () => {
  const bulb = (): HTMLElement => screen.getByRole('button', { name: 'Best move' });

  it('is available wherever a loss is shown, also at the end of the game', async () => {
    const { analysis, go } = viewer(2);
    analysis.found = FOUND;
    flushSync();
    expect(screen.getByText('cost 30% of the winning chances')).toBeTruthy();
    expect(bulb().getAttribute('aria-disabled')).toBeNull();
    await fireEvent.click(bulb());
    expect(go).toHaveBeenCalledWith(1);
  });

  it('is disabled with the right reason if none is known', () => {
    const { analysis } = viewer(2);
    const [choice] = FOUND.choices;
    analysis.found = {
      ...FOUND,
      choices: [{ ...choice, instead: null } as Analysis['choices'][0]],
    };
    flushSync();
    expect(bulb().title).toBe('Something else was better');
    analysis.found = { ...FOUND, choices: [] };
    flushSync();
    expect(bulb().title).toBe('Nothing better is known here.');
  });

  it('names the player who lost something when all chose at once', () => {
    const { analysis } = viewer(2);
    analysis.found = {
      ...FOUND,
      choices: [{ ...FOUND.choices[0], seat: 0 } as Analysis['choices'][0]],
    };
    flushSync();
    expect(screen.getByText('Ada: cost 30% of the winning chances')).toBeTruthy();
  });
});
