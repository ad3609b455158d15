import { fireEvent, render, screen } from '@testing-library/svelte';
import { afterEach, describe, expect, it, vi } from 'vitest';
import App from './App.svelte';
import { route } from './router.svelte';

// Plain files under any path: every address stands behind a `#`.
vi.mock('./wire/server', async (original) => ({ ...(await original()), HAS_SERVER: false }));
vi.mock('./about/About.svelte', () => {
  throw new TypeError('Failed to fetch dynamically imported module');
});

describe('a page of plain files', () => {
  afterEach(() => vi.restoreAllMocks());

  it('leads home from an address that leads nowhere', () => {
    route.path = '/xyz';
    render(App);
    const home = screen.getByRole('heading', { level: 1 }).parentElement?.querySelector('a');
    expect(home?.getAttribute('href')).toBe('#/');
  });

  it('loads a part anew that could not be loaded', async () => {
    const reload = vi.spyOn(location, 'reload').mockImplementation(() => undefined);
    route.path = '/about';
    render(App);
    await fireEvent.click(await screen.findByRole('button', { name: 'Try again' }));
    expect(reload).toHaveBeenCalledOnce();
  });
});
