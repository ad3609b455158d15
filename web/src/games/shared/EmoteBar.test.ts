import { cleanup, fireEvent, render, screen } from '@testing-library/svelte';
import { afterEach, expect, it, vi } from 'vitest';
import EmoteBar from './EmoteBar.svelte';

afterEach(cleanup);

it('five emotes are sent by one tap each, and one may write', async () => {
  const [emote, write] = [vi.fn(), vi.fn()];
  render(EmoteBar, { props: { actions: { emote, write } } });
  expect(screen.getAllByRole('button', { name: /^Show: / })).toHaveLength(5);
  await fireEvent.click(screen.getByRole('button', { name: 'Show: Fire' }));
  expect(emote).toHaveBeenCalledExactlyOnceWith('fire');
  await fireEvent.click(screen.getByRole('button', { name: 'Write' }));
  expect(write).toHaveBeenCalledOnce();
});

it('where nobody may write there are emotes alone, and where nobody listens nothing', async () => {
  const { rerender } = render(EmoteBar, { props: { actions: { emote: vi.fn() } } });
  expect(screen.queryByRole('button', { name: 'Write' })).toBeNull();
  expect(screen.getAllByRole('button')).toHaveLength(5);
  await rerender({ actions: {} });
  expect(screen.queryByRole('button')).toBeNull();
});
