/** The felt of a wide screen: nothing lies over a name, a pile or what stands below it. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { create, playOut, sit } from '../../api.ts';
import { fixtures } from '../../fixtures.ts';
import { Player } from '../../player.ts';

const here = fixtures();
const WIDE = 'MMMMMMMMMM WWWWWWWWWWWWW'; // 24 letters, the most that a name may have
const SIZES = [
  { width: 1536, height: 730 },
  { width: 1280, height: 720 },
  { width: 1440, height: 900 },
];

/** The pairs of names, piles, labels and open cards on the felt that overlap. */
const overlaps = (player: Player): Promise<string[]> =>
  player.page.evaluate(() => {
    const boxes = [...document.querySelectorAll('.felt .name, .felt .pile, .felt li.at, .label')];
    const told = (one: Element): string => one.textContent?.trim() || one.className;
    return boxes.flatMap((one, n) =>
      boxes.slice(n + 1).flatMap((other) => {
        if (one.contains(other) || other.contains(one)) return [];
        const [a, b] = [one.getBoundingClientRect(), other.getBoundingClientRect()];
        const apart =
          a.right <= b.left + 1 ||
          b.right <= a.left + 1 ||
          a.bottom <= b.top + 1 ||
          b.bottom <= a.top + 1;
        return apart ? [] : [`${told(one)} and ${told(other)}`];
      }),
    );
  });

for (const seats of [2, 3, 4])
  test(`with ${seats} players and long names`, async () => {
    const { url } = here.server;
    const agreed = { game: 'genial_cards', variant: 'base', seats, take_back: false };
    const me = { name: WIDE, avatar: 'fox' };
    const first = await create(url, { agreed, sit: me });
    const guests = [];
    for (let n = 1; n < seats; n++)
      guests.push(await sit(url, first.code, `${WIDE.slice(0, 22)} ${n}`));
    const player = await Player.come(here.browser, 'desk', 'light', { viewport: SIZES[0] });
    await player.join(url, first, agreed);
    await player.page.getByRole('button', { name: 'Start the game' }).click();
    const all = [first, ...guests].map((seat) =>
      playOut(url, seat, (now) => now.v > 24 && now.waiting.includes(0)),
    );
    await Promise.all(all);
    await player.turn();
    await player.asked();
    assert.equal(await player.page.locator('.felt .name').count(), seats - 1);
    for (const size of SIZES) {
      await player.page.setViewportSize(size);
      await player.painted();
      assert.deepEqual(await overlaps(player), [], `${size.width} × ${size.height}`);
    }
    assert.deepEqual(player.bad, []);
    await player.leave();
  });
