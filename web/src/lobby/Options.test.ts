import { render, screen } from '@testing-library/svelte';
import { beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { language } from '../kit/i18n.svelte';
import type { GameInfo, VariantInfo } from '../wire/messages';
import Options from './Options.svelte';
import { optionWords } from './optionWords';
import { draftFrom } from './tableDraft';

const server = vi.hoisted(() => ({ HAS_SERVER: true }));
vi.mock('../wire/server', async (original) => ({
  ...(await original<object>()),
  get HAS_SERVER() {
    return server.HAS_SERVER;
  },
}));

beforeAll(() => void (language.now = 'en'));
beforeEach(() => void (server.HAS_SERVER = true));

const form = {
  variant: 'long',
  seats: [4],
  editions: [],
  options: [],
  takes_back: true,
  teams: true,
} as unknown as VariantInfo;
const info = { game: 'toy', bots: [], levels: [], variants: [form] } as unknown as GameInfo;
const choice = { info, form };
const ONLINE = ['Public: anyone can join', 'Partners', 'Days for a move'];

function offered(props = {}): string[] {
  render(Options, { props: { choices: [choice], draft: draftFrom(null, 2), ...props } });
  return ONLINE.filter((text) => screen.queryAllByText(text, { exact: false }).length);
}

it('a table that others come to has all options', () => {
  expect(offered()).toEqual(ONLINE);
});

it('nothing that needs a server is offered where there is none', () => {
  server.HAS_SERVER = false;
  expect(offered()).toEqual([]);
});

it('nor to people who share a device', () => {
  expect(offered({ here: true })).toEqual([]);
  const draft = { ...draftFrom(null, 2), open: true };
  expect(optionWords(choice, draft, 'friends')).toContain('public');
  expect(optionWords(choice, draft, 'round')).not.toContain('public');
  expect(optionWords(choice, draft, 'round').join()).toContain('undo');
});
