/** The card game, whole games: people by touch and mouse, and by keyboard against a bot. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { playAll, type Player } from '../../player.ts';
import { finish, fixtures, table } from '../../fixtures.ts';
import { holdLongTimers } from '../../longTimers.ts';
import { driver } from './drive.ts';

const here = fixtures();
const game = 'genial_cards';

/** Open cards that lie under what somebody says, on somebody's phone. */
async function coveredBy({ page }: Player, speaker: Player): Promise<string[]> {
  await page.locator('.felt .card').first().waitFor();
  const release = await holdLongTimers(page); // the bubble waits for the tap
  await speaker.page.evaluate(() => {
    const [seat] = JSON.parse(localStorage.getItem('hexade.places') ?? '[]');
    const to = new WebSocket(`/api/tables/${seat.code}/socket`);
    const say = 'Well played, I did not see that coming at all: once more later?';
    to.onmessage = () => to.close();
    to.onopen = () => {
      to.send(JSON.stringify({ t: 'hello', token: seat.token }));
      to.send(JSON.stringify({ t: 'chat', id: 'said', text: say }));
    };
  });
  const bubble = page.locator('button.bubble:not(.unplaced)');
  await bubble.waitFor();
  const found = await bubble.evaluate(async (one) => {
    await Promise.all(one.getAnimations().map(({ finished }) => finished));
    const said = one.getBoundingClientRect();
    return [...document.querySelectorAll('.felt .card:not(.slot), .hand button')].flatMap(
      (card) => {
        const { left, right, top, bottom } = card.getBoundingClientRect();
        const apart =
          right <= said.left || said.right <= left || bottom <= said.top || said.bottom <= top;
        return apart ? [] : [card.textContent?.trim() ?? ''];
      },
    );
  });
  await bubble.tap();
  await bubble.waitFor({ state: 'detached' });
  await release();
  await page.keyboard.press('Escape');
  return found;
}

test('two people, by touch on a phone and by mouse', async () => {
  const players = await table(here, { game, seats: 2 }, ['phone', 'desk']);
  const [phone, desk] = players;
  assert.ok(phone && desk);
  await phone.page.setViewportSize({ width: 390, height: 664 });
  for (const speaker of [desk, phone])
    assert.deepEqual(await coveredBy(phone, speaker), [], 'a bubble lies over a card');
  const acts = [driver.touch, driver.mouse];
  await playAll(players.map((player, n) => ({ player, act: acts[n] ?? driver.mouse })));
  await finish(players);
});

test('by keyboard alone against two bots', async () => {
  const [player] = await table(here, { game, seats: 3 }, ['desk'], 'greedy');
  assert.ok(player);
  await playAll([{ player, act: driver.keys }]);
  await finish([player]);
});
