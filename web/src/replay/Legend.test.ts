import { render, screen } from '@testing-library/svelte';
import { beforeAll, expect, it, vi } from 'vitest';
import type { GamePage } from '../games/contract';
import { language } from '../kit/i18n.svelte';
import type { Replay } from '../wire/messages';
import { AnalysisPoller } from './analysis.svelte';
import Summary from './Summary.svelte';

vi.stubGlobal('DRAWING_FOLDERS', {});
beforeAll(() => void (language.now = 'en'));

const REPLAY = {
  id: 'abc',
  agreed: { game: 'toy' },
  players: ['Ada', 'Ben'].map((name) => ({ name, avatar: 'fox', bot: null })),
  result: {},
  frames: [0, 1, 2].map((v) => ({ v, events: [], view: { v } })),
} as unknown as Replay;
const PAGE = {
  measure: ({ v }: { v: number }) => [v, 0],
  marks: (_: unknown, { v }: { v: number }) => (v === 2 ? [{ seat: 0, colour: 'red' }] : []),
  marked: 'replay.best',
} as unknown as GamePage;

it.each([true, false])('the graph has a legend on every screen, phone: %s', (phone) => {
  const analysis = new AnalysisPoller();
  analysis.waiting = true;
  const rest = { at: 0, go: () => undefined, show: () => undefined };
  render(Summary, { props: { replay: REPLAY, page: PAGE, phone, analysis, ...rest } });
  const items = [...screen.getByLabelText('What the lines and marks mean').children];
  expect(items.map((one) => one.textContent?.trim())).toEqual([
    'Ada',
    'Ben',
    'Mistakes',
    'Best move',
  ]);
});
