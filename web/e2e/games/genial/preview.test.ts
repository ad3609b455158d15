/** How long a preview takes on the largest board, from the click until it is painted. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fixtures, table } from '../../fixtures.ts';

const here = fixtures();
const BOUND_MS = 1000; // generous: other work may share the machine; the figure itself is reported

test('a preview on the largest board is painted soon after the click', async () => {
  const [player] = await table(here, { game: 'genial', seats: 4 }, ['desk']);
  assert.ok(player);
  await player.turn();
  const legal = player.now?.legal ?? [];
  const cells = [...new Set(legal.map((move) => move.split(' ')[1] ?? ''))].slice(0, 24);
  await player.page.locator('.rack .slot').first().click();
  const times = await player.page.evaluate(async (names) => {
    const painted = (): Promise<void> =>
      new Promise((done) => requestAnimationFrame(() => setTimeout(done, 0)));
    const taken: number[] = [];
    for (const name of names) {
      const cell = document.querySelector<HTMLElement>(`[data-cell="${name}"]`);
      if (!cell) continue;
      await painted();
      const begin = performance.now();
      cell.click();
      await painted();
      taken.push(performance.now() - begin);
    }
    return taken.sort((a, b) => a - b);
  }, cells);
  const middle = times[Math.floor(times.length / 2)] ?? NaN;
  const late = times[Math.floor(times.length * 0.95)] ?? NaN;
  console.log(
    `preview on the largest board: median ${middle.toFixed(1)} ms, p95 ${late.toFixed(1)} ms, ` +
      `${times.length} clicks`,
  );
  assert.ok(times.length >= 10);
  assert.ok(middle < BOUND_MS, `${middle} ms`);
  await player.leave();
});
