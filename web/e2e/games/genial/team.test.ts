/** C4: partners talk in private where the table allows it, and only there; four browsers. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Player } from '../../player.ts';
import { fixtures, table } from '../../fixtures.ts';

const here = fixtures();
const wish = { game: 'genial', variant: 'team', seats: 4 };
const SCREENS = ['desk', 'desk', 'phone', 'phone'] as const;
const APART = 'Only to my partner';

/** Open the talk, and return where its lines stand. */
async function talk({ page, touches }: Player) {
  if (touches) await page.locator('header').getByRole('button', { name: /^Chat/ }).tap();
  else await page.getByRole('tab', { name: /^Chat/ }).click();
  const lines = page.getByRole('log', { name: 'Chat' });
  await lines.waitFor();
  return lines;
}

async function say({ page }: Player, text: string): Promise<void> {
  const field = page.getByRole('textbox', { name: 'Message' });
  await field.fill(text);
  await field.press('Enter');
}

test('C4 partners who may talk are heard by each other alone', async () => {
  const players = await table(here, { ...wish, team_talk: true }, [...SCREENS]);
  const lines = await Promise.all(players.map(talk));
  const [ada, ben, cleo, dora] = players;
  assert.ok(ada && ben && cleo && dora);
  await ada.page.getByLabel(APART).check();
  await say(ada, 'Red is mine');
  await lines[2]?.getByText('Red is mine').waitFor();
  await lines[2]?.getByText('to partner').waitFor();
  await cleo.page.getByLabel(APART).check();
  await say(cleo, 'Then I take blue');
  await lines[0]?.getByText('Then I take blue').waitFor();
  // What is said to all comes after what was whispered: those who hear it have missed nothing.
  await say(ben, 'Good luck');
  await say(dora, 'Have fun');
  for (const one of lines) {
    await one.getByText('Good luck').waitFor();
    await one.getByText('Have fun').waitFor();
  }
  for (const n of [1, 3]) {
    const heard = (await lines[n]?.innerText()) ?? '';
    assert.doesNotMatch(heard, /mine|blue|partner/);
  }
  for (const player of players) {
    assert.deepEqual(player.bad, []);
    await player.leave();
  }
});

test('C4 partners do not talk in private unless the table allows it', async () => {
  const players = await table(here, wish, [...SCREENS]);
  const lines = await Promise.all(players.map(talk));
  for (const { page } of players) assert.equal(await page.getByLabel(APART).count(), 0);
  const [ada] = players;
  assert.ok(ada);
  await say(ada, 'Hello all');
  for (const one of lines) await one.getByText('Hello all').waitFor();
  for (const player of players) {
    assert.deepEqual(player.bad, []);
    await player.leave();
  }
});
