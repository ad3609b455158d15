import { render, screen } from '@testing-library/svelte';
import { beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { language } from '../kit/i18n.svelte';
import Bots from './Bots.svelte';

const world = vi.hoisted(() => ({ server: false, able: false }));
vi.mock('../wire/server', async (original) => ({
  ...(await original<object>()),
  get HAS_SERVER() {
    return world.server;
  },
}));
vi.mock('../wire/local', async (original) => ({
  ...(await original<object>()),
  hasLocal: () => true,
  isAble: () => world.able,
}));
vi.mock('../lobby/gameCards', async (original) => ({
  ...(await original<object>()),
  offers: () =>
    Promise.resolve([
      {
        info: { game: 'toy', levels: ['level1'], bots: ['level1'], variants: [] },
        form: { variant: 'base', seats: [2] },
        card: { title: 'toy', variant: 'base' },
      },
    ]),
}));

beforeAll(() => void (language.now = 'en'));
beforeEach(() => void Object.assign(world, { server: false, able: false }));

const plays = async (): Promise<HTMLButtonElement[]> =>
  (await screen.findAllByRole('button', { name: /Pip$/ })) as HTMLButtonElement[];
const NOTHING = /This browser can’t run games, and this page has no server/;

it('says what is missing where nothing can run a bot, and promises no connection', async () => {
  render(Bots);
  expect((await plays()).every(({ disabled }) => disabled)).toBe(true);
  expect(screen.getByText(NOTHING)).toBeTruthy();
  expect(screen.queryByText('needs a connection')).toBeNull();
});

it('plays on the server where the browser cannot', async () => {
  world.server = true;
  render(Bots);
  expect((await plays()).some(({ disabled }) => disabled)).toBe(false);
  expect(screen.queryByText(NOTHING)).toBeNull();
});

it('plays here where the browser can', async () => {
  world.able = true;
  render(Bots);
  expect((await plays()).some(({ disabled }) => disabled)).toBe(false);
  expect(screen.queryByText(NOTHING)).toBeNull();
});
