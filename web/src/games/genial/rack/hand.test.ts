import { describe, expect, it } from 'vitest';
import { GenialModel } from '../model.svelte';
import { position, tableAt } from '../testing/table';

function handAt(name: string): GenialModel {
  const [props] = tableAt(name);
  const model = new GenialModel(props);
  model.hand.follow(position(name).view.rack, false);
  return model;
}

/** The move where the lifted tile lies now, as the server spells it. */
const here = ({ hand, legal }: GenialModel): string => (hand.spot && legal.find(hand.spot)) ?? '';

/** All moves that turning one way leads to, from a tile that was laid onto a cell. */
function reached(model: GenialModel, id: number, cell: string, by: 1 | -1): Set<string> {
  const { hand } = model;
  hand.drop();
  hand.lift(id);
  hand.over(cell, true);
  const found = new Set<string>();
  for (let n = 0; n < 12; n++, hand.turn(by)) found.add(here(model));
  return found;
}

describe('a tile that is laid onto a cell', () => {
  it.each(['base2', 'base4', 'team4', 'duel2'])('%s: turns into all that can lie there', (name) => {
    const model = handAt(name);
    const { legal } = position(name);
    let count = 0;
    for (const { id, tile } of model.hand.slots)
      for (const { name: cell } of model.board.cells.filter(({ name }) => model.legal.open(name)))
        for (const by of [1, -1] as const) {
          const wanted = legal.filter((move) => {
            const [which = '', ...cells] = move.split(' ');
            return [...which].sort().join() === [...tile].sort().join() && cells.includes(cell);
          });
          expect([...reached(model, id, cell, by)].sort()).toEqual(wanted.sort());
          count += wanted.length;
        }
    expect(count).toBeGreaterThan(100);
  });

  it('keeps its half on that cell for a whole turn, whichever way it is turned', () => {
    const model = handAt('base2');
    const { hand } = model;
    const slot = hand.slots.find(({ tile }) => tile[0] !== tile[1]);
    hand.lift(slot?.id ?? 0);
    const open = model.board.cells.find(
      ({ name }) => model.legal.headings(slot?.tile ?? '', name).length > 2,
    );
    const cell = open?.name ?? '';
    hand.over(cell, true);
    const first = here(model);
    hand.turn(1);
    expect(hand.spot?.cell).toBe(cell);
    hand.turn(-1);
    expect(here(model)).toBe(first);
    hand.turn(-1);
    expect(hand.spot?.cell).toBe(cell);
  });

  it('is gripped at its other end where that is tapped, and turns round it', () => {
    const model = handAt('base2');
    const { hand } = model;
    for (const { id, tile } of hand.slots)
      for (const spot of model.legal.spots(tile)) {
        hand.drop();
        hand.lift(id);
        hand.over(spot.cell, true);
        const move = here(model);
        const other = model.board.next(hand.spot?.cell ?? '', hand.spot?.heading ?? 0) ?? '';
        hand.grip(other);
        expect(here(model), 'it stays').toBe(move);
        const found = new Set<string>();
        for (let n = 0; n < 12; n++, hand.turn(1)) found.add(here(model));
        expect([...found].sort()).toEqual([...reached(model, id, other, 1)].sort());
      }
  });

  it('has its halves exchanged by F, and still turns round that cell', () => {
    const model = handAt('base2');
    const { hand } = model;
    const slot = hand.slots.find(({ tile }) => tile[0] !== tile[1]);
    hand.lift(slot?.id ?? 0);
    const cell = model.legal.spots(slot?.tile ?? '')[0]?.cell ?? '';
    hand.over(cell, true);
    const before = hand.spot;
    hand.flip();
    expect(hand.spot?.cell).toBe(model.board.next(cell, before?.heading ?? 0));
    expect(here(model).split(' ')).toContain(cell);
    hand.turn(1);
    expect(here(model).split(' ')).toContain(cell);
  });
});
