/** A table on a television: every game in progress, its tracks filled; waiting; over; a spectator only. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { person } from './browser.ts';
import { accessible, complaints } from './checks.ts';
import { create, games, playOut, sit, type Seat } from './api.ts';
import { fixtures } from './fixtures.ts';

const here = fixtures();
const WIDE = { viewport: { width: 1920, height: 1080 } };
const me = { name: 'Nina', avatar: 'fox' };

async function television(code: string, more = WIDE): Promise<{ page: Page; bad: string[] }> {
  const { page } = await person(here.browser, 'desk', 'light', {
    ...more,
    serviceWorkers: 'block',
    reducedMotion: 'reduce',
  });
  const bad = complaints(page);
  await page.goto(`${here.server.url}/t/${code}#tv`);
  await page.locator('.tv .join').waitFor();
  return { page, bad };
}

/** What sticks out of the screen, and texts that cannot be read from afar. */
const faults = (page: Page, least: number): Promise<string[]> =>
  page.evaluate((smallest) => {
    const found: string[] = [];
    for (const one of document.querySelectorAll<HTMLElement>('.tv *')) {
      if (one.closest('[inert], .unseen') || one.closest('svg')) continue;
      const { right, bottom, width } = one.getBoundingClientRect();
      if (width && (right > innerWidth + 1 || bottom > innerHeight + 1))
        found.push(`${one.tagName}.${one.className} sticks out`);
      const text = [...one.childNodes].some((n) => n.nodeType === 3 && n.textContent?.trim());
      const zoom = (one as { currentCSSZoom?: number }).currentCSSZoom ?? 1;
      const size = parseFloat(getComputedStyle(one).fontSize) * zoom;
      if (text && size < smallest - 0.5)
        found.push(`${one.textContent?.slice(0, 20)}: ${size.toFixed(1)} px`);
    }
    return found;
  }, least);

test('every game in progress is whole and legible, with as many players as it has', async () => {
  const { url } = here.server;
  for (const info of await games(url)) {
    const variant = info.variants[0];
    assert.ok(variant);
    for (const seats of new Set([2, Math.max(...variant.seats)])) {
      const bots = Array.from({ length: seats - 1 }, () => 'random');
      const agreed = { game: info.game, variant: variant.variant, seats, take_back: false };
      const seat = await create(url, { agreed, sit: me, bots, start: true });
      const now = await playOut(url, seat, ({ v, legal }) => v > 30 && Boolean(legal?.length));
      assert.ok(!now.result, info.game);
      const { page, bad } = await television(seat.code);
      await page.getByText(/^Nina/).first().waitFor();
      assert.deepEqual(await faults(page, 20), [], `${info.game} with ${seats}`);
      // Bars of tracks have a length, as long as there are tracks.
      const bars = await page
        .locator('.tracks .bar')
        .evaluateAll((all) => all.map((one) => one.getBoundingClientRect().width));
      if (bars.length) assert.ok(Math.max(...bars) > 10, `${info.game}: ${bars.join()}`);
      assert.equal((await accessible(page)).join('\n'), '', info.game);
      assert.deepEqual(bad, []);
      await page.context().close();
    }
  }
});

test('bots have their own faces there', async () => {
  const { url } = here.server;
  for (const info of (await games(url)).filter(({ levels }) => levels.length)) {
    const agreed = { game: info.game, seats: 3, take_back: false };
    const bots = ['level1', 'level6'];
    const seat = await create(url, { agreed, sit: me, bots, start: true });
    const { page, bad } = await television(seat.code);
    await page.getByText('Sly', { exact: true }).first().waitFor();
    const faces = await page
      .locator('.tv .av img')
      .evaluateAll((all) => all.map((one) => (one as HTMLImageElement).src));
    assert.equal(new Set(faces).size, 3, info.game);
    assert.deepEqual(bad, []);
    await page.context().close();
  }
});

test('it sees no more than a spectator, in the browser of a player too', async () => {
  const { url } = here.server;
  const info = (await games(url)).find(({ variants }) => variants[0]?.has_start);
  assert.ok(info);
  const seat = await create(url, {
    agreed: { game: info.game, seats: 2 },
    sit: me,
    bots: ['random'],
    start: true,
  });
  const { page } = await person(here.browser, 'desk', 'light', {
    ...WIDE,
    serviceWorkers: 'block',
  });
  const heard: { t?: string; seat?: number | null; now?: { view?: { seat?: number | null } } }[] =
    [];
  const sent: { t?: string; token?: string | null }[] = [];
  page.on('websocket', (socket) => {
    socket.on('framereceived', ({ payload }) => heard.push(JSON.parse(String(payload))));
    socket.on('framesent', ({ payload }) => sent.push(JSON.parse(String(payload))));
  });
  await page.addInitScript((one) => {
    localStorage.setItem(
      'hexade.places',
      JSON.stringify([{ ...one, game: '', variant: '', at: 1 }]),
    );
  }, seat);
  await page.goto(`${url}/t/${seat.code}#tv`);
  await page.locator('.tv .join').waitFor();
  assert.ok(sent.length);
  assert.ok(sent.every(({ t, token }) => t !== 'hello' || token === null));
  assert.ok(heard.some(({ now }) => now));
  for (const { t, seat: told, now } of heard) {
    if (t === 'welcome') assert.ok(told === undefined || told === null);
    if (now?.view) assert.equal(now.view.seat, null);
  }
  const pressable = await page
    .locator('.tv button')
    .evaluateAll((all) => all.filter((one) => !one.closest('[inert]')).length);
  assert.equal(pressable, 0);
  await page.context().close();
});

test('it waits with the code, follows people who sit down, and shows the result', async () => {
  const { url } = here.server;
  const info = (await games(url)).find(({ variants }) => variants[0]?.together);
  assert.ok(info);
  const agreed = { game: info.game, seats: 3, take_back: false };
  const seat = await create(url, { agreed, sit: me });
  const { page, bad } = await television(seat.code);
  await page.getByText('Open', { exact: true }).first().waitFor();
  assert.equal(await page.getByText('Open', { exact: true }).count(), 2);
  assert.deepEqual(await faults(page, 20), []);
  const others: Seat[] = [await sit(url, seat.code, 'Jonas'), await sit(url, seat.code, 'Mira')];
  await page.getByText('Mira', { exact: true }).waitFor();
  assert.equal(await page.getByText('Open', { exact: true }).count(), 0);
  const socket = new WebSocket(`${url.replace('http', 'ws')}/api/tables/${seat.code}/socket`);
  await new Promise((done) => (socket.onopen = done));
  socket.send(JSON.stringify({ t: 'hello', token: seat.token }));
  socket.send(JSON.stringify({ t: 'start', id: 's' }));
  // A reveal has a column for each word; it stays until somebody chooses for the next picture.
  const all = [seat, ...others];
  await Promise.all(all.map((one) => playOut(url, one, ({ view }) => Number(view.ply) >= 1)));
  await page.locator('.columns li').first().waitFor();
  assert.deepEqual(await faults(page, 20), []);
  await Promise.all(all.map((one) => playOut(url, one)));
  await page.locator('.over .poster img').waitFor();
  await page.getByText('Ask for it on your phones', { exact: false }).waitFor();
  assert.deepEqual(await faults(page, 20), []);
  socket.close();
  assert.deepEqual(bad, []);
  await page.context().close();
});
