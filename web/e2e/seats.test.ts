/** Round a table: bots by name, seats that are swapped, moves looked at again, leaving for good. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { accessible } from './checks.ts';
import { Player } from './player.ts';
import { fixtures, table } from './fixtures.ts';
import { create, games, playOut, sit } from './api.ts';

const here = fixtures();

/** A game in which one seat begins: its moves stand in a list beside the table. */
async function inTurn(): Promise<{ game: string; variant: string; seats: number; level: string }> {
  for (const info of await games(here.server.url)) {
    const variant = info.variants.find((one) => one.has_start && one.seats.includes(2));
    const level = info.levels[0];
    if (variant && level && info.variants.length > 2)
      return { game: info.game, variant: variant.variant, seats: 2, level: level.bot };
  }
  throw new Error('no game is played in turn');
}

test('a bot is shown by the name of its character, never by its key', async () => {
  const { level, ...agreed } = await inTurn();
  const { url } = here.server;
  const seat = await create(url, { agreed: { ...agreed, public: true }, sit: { name: 'Ada' } });
  const ada = await Player.come(here.browser);
  await ada.join(url, seat, agreed);
  const { page } = ada;
  await page.getByRole('button', { name: 'Seat 2, Open' }).click();
  const pick = page.getByRole('radiogroup', { name: 'Level of the bots' });
  await pick.getByText('Pip', { exact: true }).first().click();
  await pick.getByText('Just hatched').waitFor();
  await page.getByRole('button', { name: 'Add a bot' }).click();
  await page.locator('li').getByText('Pip', { exact: true }).waitFor();
  assert.doesNotMatch(await page.locator('main').innerText(), new RegExp(level));
  await ada.leave();
});

test('two players swap seats when both have asked', async () => {
  const { game, variant, seats } = await inTurn();
  const { url } = here.server;
  const agreed = { game, variant, seats };
  const one = await create(url, { agreed, sit: { name: 'Ada' } });
  const two = await sit(url, one.code, 'Ben');
  const [ada, ben] = [await Player.come(here.browser), await Player.come(here.browser)];
  await ada.join(url, one, agreed);
  await ben.join(url, two, agreed);
  await ada.page.getByRole('button', { name: /^Seat 2, Ben/ }).click();
  await ada.page.getByRole('button', { name: 'Ask Ben to swap seats' }).click();
  await ada.page.getByText('asked to swap').waitFor();
  await ben.page.getByRole('button', { name: /^Seat 1, Ada .*wants to swap/ }).click();
  await ben.page.getByRole('button', { name: 'Agree to swap' }).click();
  await ada.page.locator('li').nth(0).getByText('Ben').waitFor();
  await ada.page.locator('li').nth(1).getByText('Ada (you)').waitFor();
  await ben.page.locator('li').nth(0).getByText('Ben (you)').waitFor();
  for (const player of [ada, ben]) {
    assert.deepEqual(player.bad, []);
    await player.leave();
  }
});

test('the owner starts, seats bots, removes people and closes the table; guests do not', async () => {
  const { game, variant, seats } = await inTurn();
  const { url } = here.server;
  const agreed = { game, variant, seats };
  const one = await create(url, { agreed, sit: { name: 'Ada' } });
  const two = await sit(url, one.code, 'Ben');
  const [ada, ben] = [await Player.come(here.browser), await Player.come(here.browser)];
  await ada.join(url, one, agreed);
  await ben.join(url, two, agreed);
  await ada.page.locator('li').nth(0).getByText('host').waitFor();
  await ben.page.getByRole('button', { name: 'I am ready' }).click();
  await ben.page.getByText('You are ready. Now waiting for Ada.').waitFor();
  await ada.page.locator('li').nth(1).getByText('ready').waitFor();
  assert.equal(await ben.page.getByRole('button', { name: 'Remove Ada' }).count(), 0);
  await ada.page.getByRole('button', { name: /^Seat 2, Ben/ }).click();
  await ada.page.getByRole('button', { name: 'Remove Ben' }).click();
  await ada.page.getByRole('button', { name: 'Free the seat', exact: true }).click();
  await ben.page.getByRole('button', { name: 'Sit down' }).waitFor();
  assert.equal(await ben.page.getByRole('button', { name: 'Add a bot' }).count(), 0);
  await ada.page.getByRole('button', { name: 'Close the table' }).click();
  await ada.page.locator('dialog').getByRole('button', { name: 'Close the table' }).click();
  for (const player of [ada, ben]) {
    await player.page.getByRole('heading', { name: 'The host has closed this table.' }).waitFor();
    assert.deepEqual(player.bad, []);
    await player.leave();
  }
});

test('a party takes whoever opens the link, and starts with those who are there', async () => {
  const party = (await games(here.server.url)).flatMap(({ game, variants }) =>
    variants.filter((one) => one.together).map(({ variant, seats }) => ({ game, variant, seats })),
  )[0];
  assert.ok(party);
  const { url } = here.server;
  const agreed = { game: party.game, variant: party.variant, seats: Math.max(...party.seats) };
  const one = await create(url, { agreed, sit: { name: 'Ada' } });
  const ada = await Player.come(here.browser);
  await ada.join(url, one, agreed);
  await ada.page.getByRole('heading', { name: 'Waiting for one more' }).waitFor();
  const ben = await Player.come(here.browser, 'phone');
  await ben.page.goto(ada.page.url());
  await ada.page.getByRole('heading', { name: 'Two are here, four seats free' }).waitFor();
  await ada.page.getByRole('button', { name: 'Seat 3, Open' }).click();
  await ada.page.getByRole('button', { name: 'Remove this seat' }).click();
  await ben.page.getByText('2 of 5').waitFor();
  await ada.page.getByText('Options', { exact: true }).click();
  await ada.page.getByRole('button', { name: 'Add a seat' }).click();
  await ben.page.getByText('2 of 6').waitFor();
  assert.doesNotMatch(await ada.page.locator('main').innerText(), /Assist|Undo/);
  await ben.page.getByRole('button', { name: 'Leave seat' }).click();
  await ben.page.getByRole('button', { name: 'Sit down' }).waitFor();
  await ben.page.reload(); // whoever leaves on purpose watches
  await ben.page.getByRole('button', { name: 'Sit down' }).click();
  await ada.page.getByRole('button', { name: 'Start with two' }).click();
  for (const player of [ada, ben]) {
    await player.page.locator('[data-v]').waitFor();
    assert.deepEqual(player.bad, []);
    await player.leave();
  }
});

test('the invitation says who can open it, and that it was copied', async () => {
  const { game, variant, seats } = await inTurn();
  const { url } = here.server;
  const agreed = { game, variant, seats };
  const one = await create(url, { agreed, sit: { name: 'Ada' } });
  const ada = await Player.come(here.browser, 'desk', 'light', {
    permissions: ['clipboard-read', 'clipboard-write'],
  });
  await ada.join(url, one, agreed);
  const { page } = ada;
  await page.getByText('Works on this computer only.').waitFor();
  assert.doesNotMatch(await page.locator('main').innerText(), /whomever/);
  await page.getByRole('button', { name: 'Copy' }).click();
  await page.getByRole('button', { name: 'Copied' }).waitFor();
  assert.match(await page.evaluate(() => navigator.clipboard.readText()), /\/t\/[A-Z0-9]{6}$/);
  await page.getByRole('button', { name: 'Copy' }).waitFor();
  assert.deepEqual(ada.bad, []);
  await ada.leave();
});

test('when a game is over the owner frees a seat, seats a bot and closes the table', async () => {
  const { game, variant, seats: people } = await inTurn();
  const agreed = { game, variant, seats: people };
  const { url } = here.server;
  const one = await create(url, { agreed: { ...agreed, take_back: false }, sit: { name: 'Ada' } });
  const two = await sit(url, one.code, 'Ben');
  const ada = await Player.come(here.browser, 'phone');
  await ada.join(url, one, agreed);
  await ada.page.getByRole('button', { name: 'Start' }).click();
  await Promise.all([playOut(url, one), playOut(url, two)]);
  const { page } = ada;
  await page.getByRole('button', { name: 'Seats' }).click();
  const seats = page.getByRole('dialog', { name: 'Seats' });
  await seats.getByRole('button', { name: 'Remove Ben' }).click();
  await page.getByRole('button', { name: 'Free the seat', exact: true }).click();
  await seats.getByRole('button', { name: 'Add a bot' }).click();
  await seats.getByText('bot', { exact: true }).waitFor();
  await seats.getByRole('button', { name: 'Close the table' }).click();
  await page
    .getByRole('dialog', { name: 'Close the table?' })
    .getByText('Close the table', { exact: true })
    .click();
  await page.getByRole('heading', { name: 'The host has closed this table.' }).waitFor();
  assert.deepEqual(ada.bad, []);
  await ada.leave();
});

test('earlier moves can be shown again, one by one', async () => {
  const { level, ...agreed } = await inTurn();
  const { url } = here.server;
  const wish = { agreed: { ...agreed, take_back: false }, bots: [level], start: true };
  const seat = await create(url, { ...wish, sit: { name: 'Ada' } });
  await playOut(url, seat, (now) => now.v > 24 && Boolean(now.legal?.length));
  const ada = await Player.come(here.browser);
  await ada.join(url, seat, agreed);
  const { page } = ada;
  const marked = page.locator('ol li.last .n');
  const last = Number(await marked.innerText());
  await page.getByRole('button', { name: 'Previous move' }).click();
  assert.equal(Number(await marked.innerText()), last - 1);
  await page.getByRole('button', { name: 'Replay last' }).click();
  assert.equal(Number(await marked.innerText()), last);
  assert.deepEqual(ada.bad, []);
  await ada.leave();
});

test('leaving for good asks for confirmation; the owner lets a spectator take the seat', async () => {
  const { game, variant, seats } = await inTurn();
  const [ada, ben] = await table(here, { game, variant, seats }, ['desk', 'desk']);
  assert.ok(ada && ben);
  const { page } = ben;
  await page.locator('header').getByRole('button', { name: 'Leave', exact: true }).click();
  await page.getByRole('button', { name: 'Leave for good' }).click();
  await page.getByText('You can’t undo this.').waitFor();
  await page.getByRole('button', { name: 'Leave for good' }).click();
  await page.waitForURL(here.server.url + '/');
  const cleo = await Player.come(here.browser);
  await cleo.page.goto(ada.page.url());
  await cleo.page.getByRole('button', { name: 'Ask for the free seat' }).click();
  await cleo.page.getByText('You have asked for the free seat.').waitFor();
  await ada.page.getByRole('button', { name: 'Let them in' }).click();
  await cleo.page.getByText('You have asked for the free seat.').waitFor({ state: 'hidden' });
  await ada.page.getByRole('button', { name: 'Let them in' }).waitFor({ state: 'hidden' });
  for (const player of [ada, cleo]) {
    assert.deepEqual(player.bad, []);
    await player.leave();
  }
});

/**
 * Note what the chip of a warm-up says from now on, and return a function that waits for it: on a
 * slow machine the chip may be gone before a test looks.
 */
async function chipOf({ page }: Player): Promise<(text: string) => Promise<unknown>> {
  await page.evaluate(() => {
    const said = ((globalThis as { chips?: string[] }).chips = [] as string[]);
    const look = (): void => {
      for (const chip of document.querySelectorAll('button.chip'))
        said.push(chip.textContent.trim());
    };
    new MutationObserver(look).observe(document.body, {
      subtree: true,
      childList: true,
      characterData: true,
    });
  });
  const hasSaid = (text: string): boolean | undefined =>
    (globalThis as { chips?: string[] }).chips?.some((one) => one.startsWith(text));
  return (text) => page.waitForFunction(hasSaid, text);
}

test('whoever waits warms up with a puzzle that does not count, and the table calls back', async () => {
  const { game, variant, seats } = await inTurn();
  const { url } = here.server;
  const agreed = { game, variant, seats };
  const one = await create(url, { agreed, sit: { name: 'Ada' } });
  const ada = await Player.come(here.browser);
  await ada.join(url, one, agreed);
  const warmUp = (player: Player) => player.page.getByRole('button', { name: 'Warm up' });
  await warmUp(ada).click();
  await ada.page.getByRole('heading', { name: 'Find the best move' }).waitFor();
  await ada.page.locator('main .table > *').first().waitFor();
  assert.equal((await accessible(ada.page)).join('\n'), '');
  await ada.page.keyboard.press('Tab'); // whatever has the focus, the way back can be reached
  await ada.page.getByRole('button', { name: 'Back to the table' }).press('Enter');
  await ada.page.getByRole('heading', { name: 'Waiting for one more' }).waitFor();
  await warmUp(ada).click();
  await ada.page.getByRole('heading', { name: 'Find the best move' }).waitFor();
  await ada.page.goBack();
  const adasChip = await chipOf(ada);
  await warmUp(ada).click();
  const two = await sit(url, one.code, 'Ben');
  await adasChip('Ben sat down.');
  await ada.page.getByRole('heading', { name: 'Everybody is here' }).waitFor();

  const small = { viewport: { width: 390, height: 664 } };
  const ben = await Player.come(here.browser, 'phone', 'light', small);
  await ben.join(url, two, agreed);
  const ready = ben.page.getByRole('button', { name: 'I am ready' });
  await warmUp(ben).waitFor();
  assert.ok(((await ready.boundingBox())?.y ?? 999) < 620, 'it is in view');
  assert.ok(((await warmUp(ben).boundingBox())?.y ?? 0) > 664, 'the warm-up is after all else');
  const bensChip = await chipOf(ben);
  await warmUp(ben).tap();
  await ben.page.getByRole('heading', { name: 'Find the best move' }).waitFor();
  await ada.page.getByRole('button', { name: 'Start the game' }).click();
  await bensChip('Your table is starting');
  for (const player of [ada, ben]) {
    await player.page.locator('[data-v]').waitFor();
    assert.equal(await player.page.evaluate(() => localStorage.getItem('hexade.daily')), null);
    assert.deepEqual(player.bad, []);
    await player.leave();
  }
});

test('nobody warms up for bots', async () => {
  const { level, ...agreed } = await inTurn();
  const { url } = here.server;
  const one = await create(url, { agreed, sit: { name: 'Ada' }, bots: [level] });
  const ada = await Player.come(here.browser);
  await ada.join(url, one, agreed);
  await ada.page.getByRole('heading', { name: 'Everybody is here' }).waitFor();
  assert.equal(await ada.page.getByRole('button', { name: 'Warm up' }).count(), 0);
  await ada.leave();
});
