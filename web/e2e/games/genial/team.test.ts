/** C4: partners do not consult, or all read every word; four browsers. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Player } from '../../player.ts';
import { fixtures, table } from '../../fixtures.ts';

const here = fixtures();
const wish = { game: 'genial', variant: 'team', seats: 4 };
const SCREENS = ['desk', 'desk', 'phone', 'phone'] as const;

/** Open the chat, and return where its lines stand. */
async function openChat({ page, touches }: Player) {
  await page.locator('#main[data-v]').waitFor(); // the waiting room has a menu too
  if (touches) {
    await page.locator('header').getByRole('button', { name: /^Menu/ }).tap();
    await page.getByRole('dialog').getByRole('button', { name: /^Chat/ }).tap();
  } else await page.getByRole('tab', { name: /^Chat/ }).click();
  const lines = page.getByRole('log', { name: 'Chat' });
  await lines.waitFor();
  return lines;
}

async function say({ page }: Player, text: string): Promise<void> {
  const field = page.getByRole('textbox', { name: 'Message' });
  await field.fill(text);
  await field.press('Enter');
}

test('C4 where the chat is open everybody reads every word', async () => {
  const players = await table(here, { ...wish, talk: 'open' }, [...SCREENS]);
  const lines = await Promise.all(players.map(openChat));
  const [ada, , cleo] = players;
  assert.ok(ada && cleo);
  await say(ada, 'Red is mine');
  await say(cleo, 'Then I take blue');
  for (const one of lines) {
    await one.getByText('Red is mine').waitFor();
    await one.getByText('Then I take blue').waitFor();
  }
  for (const player of players) {
    assert.deepEqual(player.bad, []);
    await player.leave();
  }
});

test('C4 at a closed table there are emotes, but nobody writes while the game is on', async () => {
  const players = await table(here, wish, [...SCREENS]);
  await Promise.all(players.map(openChat));
  for (const { page } of players) {
    assert.equal(await page.getByRole('textbox', { name: 'Message' }).count(), 0);
    await page.getByText('Partners don’t consult').waitFor();
  }
  for (const { page } of players.filter(({ touches }) => touches)) {
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Emotes', exact: true }).tap();
    await page.locator('header').getByRole('button', { name: 'Show: Fire' }).waitFor();
    assert.equal(await page.getByRole('button', { name: 'Write' }).count(), 0);
  }
  for (const player of players) {
    assert.deepEqual(player.bad, []);
    await player.leave();
  }
});
