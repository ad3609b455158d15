import { flushSync } from 'svelte';
import { afterEach, expect, it, vi } from 'vitest';
import { pngFile, type Drawing } from './drawing';
import { pictureOf } from './picture.svelte';

vi.mock('./drawing', () => ({ pngFile: vi.fn(async () => new Blob()) }));
afterEach(() => void vi.unstubAllGlobals());

const drawing = (ground: string): Drawing => ({ width: 1, height: 1, ground, shapes: [] });
const settled = async (): Promise<void> => {
  flushSync();
  await new Promise((done) => setTimeout(done));
};

it('draws once what every message brings anew, and lets the old one go when another is there', async () => {
  let made = 0;
  const revoked: string[] = [];
  vi.stubGlobal('URL', {
    createObjectURL: () => `blob:${++made}`,
    revokeObjectURL: (url: string) => void revoked.push(url),
  });
  let wanted = $state.raw(drawing('red'));
  let picture = { url: '' };
  const stop = $effect.root(() => void (picture = pictureOf(() => wanted)));
  await settled();
  expect(picture.url).toBe('blob:1');
  wanted = drawing('red');
  await settled();
  expect(vi.mocked(pngFile)).toHaveBeenCalledTimes(1);
  expect([picture.url, revoked]).toEqual(['blob:1', []]);
  wanted = drawing('blue');
  flushSync();
  expect([picture.url, revoked]).toEqual(['blob:1', []]); // it is shown until the next one is there
  await settled();
  expect([picture.url, revoked]).toEqual(['blob:2', ['blob:1']]);
  const once = $effect.root(
    () =>
      void pictureOf(
        () => wanted,
        () => 'game 1',
      ),
  );
  await settled();
  wanted = drawing('green');
  await settled();
  expect(vi.mocked(pngFile)).toHaveBeenCalledTimes(4); // the one without a key alone
  once();
  stop();
  expect(revoked).toEqual(['blob:1', 'blob:2', 'blob:3', 'blob:4']);
});
