import { describe, expect, it } from 'vitest';
import { HEIGHT, PLANS, WIDTH, lines, type Plan, type Spot } from './layout';
import now from '../testing/now.fixture.json';
import { bars, rail } from '../score/tracks';
import { lockOf, seen, weakest, type Brings, type Chips, type Match } from '../view';

const view = seen(now.view);
const brings = now.preview.moves['oy yo'] as Brings;
const plans = Object.entries(PLANS) as [string, Plan][];

describe.each(plans)('the felt for %s players', (seats, plan) => {
  const half: Spot = [plan.card / 2, plan.card * 0.71];
  const cards = [...plan.open.flat(), plan.fresh];
  const piles = [plan.draw, plan.discard];

  it('has a place for every card: two open ones each where two play', () => {
    expect(plan.open).toHaveLength(Number(seats));
    for (const spots of plan.open) expect(spots).toHaveLength(seats === '2' ? 2 : 1);
  });

  it('lets no card lie on another one, or off the felt', () => {
    const all = [...cards, ...piles];
    all.forEach(([x, y], n) => {
      expect(x - half[0]).toBeGreaterThan(0);
      expect(x + half[0]).toBeLessThan(WIDTH);
      expect(y - half[1]).toBeGreaterThan(0);
      expect(y + half[1]).toBeLessThan(HEIGHT);
      for (const [left, top] of all.slice(n + 1)) {
        const apart = Math.abs(x - left) >= plan.card || Math.abs(y - top) >= plan.card * 1.42;
        expect(apart, `${x},${y} and ${left},${top}`).toBe(true);
      }
    });
  });
});

/** All matches that a card with two symbols could have at a table at once. */
function everything(plan: Plan): Match[] {
  return plan.open.flatMap((spots, seat) =>
    spots.flatMap((_, open) =>
      (['o', 'y'] as const).flatMap((colour) =>
        [0, 1].map((half) => ({ colour, seat, open, half })),
      ),
    ),
  );
}

describe.each(plans)('the +1 of %s players', (_, plan) => {
  it('stand under nobody’s name, whatever matches', () => {
    for (const match of everything(plan))
      for (const first of everything(plan)) {
        const drawn = lines(plan, 'oy', [first, match], (seat) => seat);
        for (const { at } of drawn)
          for (const [x, y] of plan.name.slice(1)) {
            const apart = Math.abs(at[0] - x) > 140 || Math.abs(at[1] - y) > 40;
            expect(apart, `${at.join()} at the name ${x},${y}`).toBe(true);
          }
      }
  });
});

describe('lines', () => {
  const plan = PLANS[3] as Plan;
  const drawn = lines(plan, 'oy', brings.lines, (seat) => seat);

  it('lead to every match, each with its +1', () => {
    expect(drawn).toHaveLength(brings.lines.length);
    expect(drawn.map(({ colour }) => colour)).toEqual(['y', 'o', 'o', 'o']);
  });

  it('have their +1 apart from each other', () => {
    drawn.forEach(({ at: [x, y] }, n) => {
      for (const { at } of drawn.slice(n + 1))
        expect(Math.abs(x - at[0]) > 40 || Math.abs(y - at[1]) > 30).toBe(true);
    });
  });

  it('leave out what lies nowhere on this plan', () => {
    const lost = [{ colour: 'o' as const, seat: 0, open: 7, half: 0 }];
    expect(lines(plan, 'oy', lost, (seat) => seat)).toEqual([]);
  });
});

describe('rows of chips', () => {
  const fields = rail(view.areas, 30, 296);

  it('go from the first field to the last, with room between the areas', () => {
    expect(fields.x(0)).toBe(30);
    expect(fields.x(10) + fields.field).toBeCloseTo(296);
    expect(fields.x(1) - fields.x(0)).toBeGreaterThan(fields.x(2) - fields.x(1));
  });

  it('are drawn as one bar for each area that a chip has come through', () => {
    expect(bars(fields, view.areas, 0, 0)).toHaveLength(1);
    expect(bars(fields, view.areas, 0, 5)).toHaveLength(3);
    expect(bars(fields, view.areas, 3, 4)).toHaveLength(2);
    expect(bars(fields, view.areas, 4, 3)).toHaveLength(0);
  });
});

describe('what a view says of chips', () => {
  it('the weakest, and all that share its field', () => {
    const chips: Chips = { r: 2, g: 3, b: 1, o: 2, y: 1, p: 3 };
    expect(weakest(chips)).toEqual({ value: 1, colours: ['b', 'y'] });
  });

  it('which columns are locked, until when, and who holds the others back', () => {
    expect(lockOf(view, 0)).toEqual({ from: 4, to: 10, min: 1, because: ['y'] });
    expect(lockOf(view, 1)).toMatchObject({ from: 7, min: 4 });
  });

  it('nothing where all is open', () => {
    const open = { r: 10, g: 10, b: 10, o: 10, y: 10, p: 10 };
    expect(lockOf({ ...view, limits: [open] }, 0)).toBeNull();
  });
});
