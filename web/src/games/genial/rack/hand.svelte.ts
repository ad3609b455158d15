/** The hand of a player: which tile is lifted, where it hovers, whether it is pinned there.
 *
 * idle → tile lifted → ghost over a cell → pinned → sent (the server holds it) → idle
 */
import type { GenialModel } from '../model.svelte';
import type { Forecast } from '../board/forecast';
import { merit, ranked } from '../board/forecast';
import type { Direction } from '../board/geometry';
import { EVERY, turned } from '../board/geometry';
import type { Spot } from '../board/moves';
import { arranged, moved, sorted } from './order';
import type { Slot } from './order';
import { ghostText } from '../speak';
import type { Colour } from '../view';

/** How a tile lies at a cell: where its other end is, and whether its second half is on the cell. */
interface Aim {
  to: Direction;
  round: boolean;
}

export class Hand {
  slots: Slot[] = $state.raw([]);
  lifted: number | null = $state(null);
  spot: Spot | null = $state.raw(null);
  /** The cell that was pointed at: the tile turns round it, whichever half lies there. */
  pivot: string | null = $state(null);
  pinned = $state(false);
  cursor = $state('h8');
  /** Everything but this colour is dimmed. */
  lens: Colour | null = $state(null);
  /** The lens waits for its colour. */
  armed = false;
  /** The cell that was tried although no tile can lie there. */
  refused: string | null = $state(null);
  readonly tile: string | null = $derived.by(
    () => this.slots.find((slot) => slot.id === this.lifted)?.tile ?? null,
  );
  readonly forecast: Forecast | null = $derived.by(() => this.model.forecast(this.spot));
  readonly possible: boolean = $derived.by(() => this.spot !== null && this.model.fits(this.spot));

  private nextId = 0;
  /** How its owner turned the tile, kept from cell to cell. */
  private wish: Aim | null = null;
  /** How it lay when it came to the pivot, and by how many sixths it was turned there since. */
  private first: Aim = { to: 0, round: false };
  private turns = 0;
  private sent: { slot: number; spot: Spot } | null = $state.raw(null);
  private tour: { tile: string; spots: Spot[]; at: number } | null = null;

  constructor(private readonly model: GenialModel) {}

  /** The slot whose tile is on its way to the board. */
  get gone(): number | null {
    return this.sent?.slot ?? null;
  }

  /** Where the tile of a move is to lie that the server has not answered yet. */
  get pending(): Spot | null {
    const spot = this.sent?.spot ?? null;
    return this.model.props.busy && spot && this.model.isFree(spot.cell) ? spot : null;
  }

  /** Take up a move that the server still holds, made before this page was loaded. */
  adopt(spot: Spot | null): void {
    if (this.sent || !spot) return;
    const turnedRound = `${spot.tile[1]}${spot.tile[0]}`;
    const slot = this.slots.find(({ tile }) => tile === spot.tile || tile === turnedRound);
    if (slot) this.sent = { slot: slot.id, spot: this.spelled(spot, slot.tile) };
  }

  /** A tile of the rack is spelled in one way only; spelled the other way it lies turned round. */
  private spelled(spot: Spot, tile: string): Spot {
    if (tile === spot.tile) return spot;
    const cell = this.model.board.next(spot.cell, spot.heading) ?? spot.cell;
    return { tile, cell, heading: turned(spot.heading, 3) };
  }

  /** Bring the rack in line with what the server says, and let go of what is not there any more. */
  follow(rack: readonly string[], committing: boolean): void {
    this.slots = arranged(this.slots, rack, this.nextId);
    this.nextId = Math.max(this.nextId, ...this.slots.map((slot) => slot.id + 1));
    this.tour = null;
    if (this.sent && !committing) this.landed();
    if (this.tile === null) this.drop();
    if (this.spot && !this.free(this.spot)) this.unpin();
    const [only] = this.slots;
    if (only && this.slots.length === 1 && this.lifted === null && this.model.mine)
      this.lifted = only.id;
  }

  private free({ cell, heading }: Spot): boolean {
    return this.model.isFree(cell) && this.model.isFree(this.model.board.next(cell, heading));
  }

  /** Hold a tile with one end on a cell. */
  private hold(tile: string, cell: string, aim: Aim): void {
    [this.pivot, this.first, this.turns] = [cell, aim, 0];
    this.spot = this.spotAt(tile, cell, aim);
  }

  private holdAt(spot: Spot): void {
    this.hold(spot.tile, spot.cell, { to: spot.heading, round: false });
  }

  private spotAt(tile: string, cell: string, { to, round }: Aim): Spot {
    const other = this.model.board.next(cell, to);
    if (!round || !other) return { tile, cell, heading: to };
    return { tile, cell: other, heading: turned(to, 3) };
  }

  /** After the server's answer: a tile that came back is in the hand again, where it was. */
  private landed(): void {
    const { slot, spot } = this.sent ?? { slot: -1, spot: null };
    this.sent = null;
    if (!spot || !this.model.mine || !this.model.isFree(spot.cell)) return;
    if (!this.slots.some((one) => one.id === slot && one.tile === spot.tile)) return;
    [this.lifted, this.pinned] = [slot, true];
    this.holdAt(spot);
  }

  /** Lift a tile of the rack, or lay the lifted one back. */
  lift(id: number | null): void {
    if (id === null || id === this.lifted) return this.drop();
    const cell = this.pivot;
    const wasPinned = this.pinned;
    this.lifted = id;
    this.wish = null;
    this.refused = null;
    this.model.letStand();
    this.model.sound('pick');
    if (cell) this.over(cell, wasPinned);
  }

  drop(): void {
    [this.lifted, this.wish] = [null, null];
    this.unpin();
  }

  unpin(): void {
    [this.spot, this.pivot, this.pinned, this.refused] = [null, null, false, null];
  }

  /** Dim everything but a colour, or nothing any more. */
  look = (colour: Colour): void => {
    this.lens = this.lens === colour ? null : colour;
  };

  /** Nothing is lifted, shown, refused or waited for. */
  get idle(): boolean {
    return this.lifted === null && !this.lens && !this.armed && !this.pinned && !this.refused;
  }

  /** One step back: from pinned to lifted, from lifted to nothing. */
  back(): void {
    if (this.armed) this.armed = false;
    else if (this.lens) this.lens = null;
    else if (this.pinned || this.refused) this.unpin();
    else this.drop();
  }

  /** Hold the lifted tile over a cell; with `pin` it stays there. */
  over(cell: string | null, pin = false): void {
    const { tile } = this;
    if (!tile || (this.pinned && !pin)) return;
    if (!cell) return this.unpin();
    if (this.pivot !== cell || this.spot?.tile !== tile)
      this.hold(tile, cell, this.aimAt(tile, cell));
    this.refused = null;
    if (!pin) return;
    this.cursor = cell;
    this.pinned = this.possible;
    if (!this.possible) this.refuse(cell);
    else this.tell();
  }

  /** Show why nothing can lie there. */
  refuse(cell: string): void {
    this.refused = cell;
    this.pinned = false;
    this.model.sound('blocked');
    this.tell();
  }

  private aimAt(tile: string, cell: string): Aim {
    if (this.wish && this.model.fits(this.spotAt(tile, cell, this.wish))) return this.wish;
    const can = EVERY.filter((heading) => this.model.fits({ tile, cell, heading }));
    const worth = (heading: Direction): number => {
      const found = this.model.forecast({ tile, cell, heading });
      return found ? merit(found) : 0;
    };
    const [first] = can.sort((a, b) => worth(b) - worth(a) || a - b);
    const onBoard = EVERY.find((heading) => this.model.board.next(cell, heading));
    return { to: first ?? this.wish?.to ?? onBoard ?? 0, round: false };
  }

  /** Let the tile turn round the other of its two cells from now on; it stays where it lies. */
  grip(cell: string): void {
    const { spot, pivot } = this;
    if (!spot || cell === pivot) return;
    const far = this.model.board.next(spot.cell, spot.heading);
    if (cell === spot.cell) this.holdAt(spot);
    else if (cell === far) this.hold(spot.tile, cell, { to: turned(spot.heading, 3), round: true });
  }

  /**
   * Turn the tile round the cell that was pointed at, past what is not possible. A whole turn
   * exchanges its halves, so that turning alone reaches all that can lie on that cell.
   */
  turn(by: 1 | -1): void {
    const { spot, pivot } = this;
    if (!spot || !pivot) return;
    for (let n = 1; n < 12; n++) {
      const aim = this.turnedBy(spot.tile, this.turns + by * n);
      const next = this.spotAt(spot.tile, pivot, aim);
      const same = next.cell === spot.cell && next.heading === spot.heading;
      if (same || !this.model.fits(next)) continue;
      this.turns += by * n;
      return this.turnTo(next, aim);
    }
    this.model.sound('blocked');
  }

  private turnedBy([a, b]: string, turns: number): Aim {
    const { to, round } = this.first;
    const whole = Math.trunc(Math.abs(turns) / 6) % 2 === 1;
    return { to: turned(to, turns), round: a !== b && round !== whole };
  }

  private turnTo(spot: Spot, aim: Aim): void {
    [this.spot, this.wish] = [spot, aim];
    this.model.sound('turn');
    this.tell();
  }

  /** Swap the halves of the tile where it lies. */
  flip(): void {
    const { spot, pivot } = this;
    if (!spot || !pivot || !this.possible) return;
    const { to, round } = this.turnedBy(spot.tile, this.turns);
    const aim = { to, round: !round };
    this.hold(spot.tile, pivot, aim);
    this.turnTo(this.spot ?? spot, aim);
  }

  /** Put a tile onto a spot at once, as a typed move or a hint does. */
  put(spot: Spot): boolean {
    const [a, b] = spot.tile;
    const slot = this.slots.find(({ tile }) => tile === spot.tile || tile === `${b}${a}`);
    if (!slot) return false;
    this.model.letStand();
    this.lifted = slot.id;
    this.holdAt(this.spelled(spot, slot.tile));
    this.cursor = this.pivot ?? this.cursor;
    this.pinned = this.possible;
    if (!this.possible) this.refuse(spot.cell);
    else this.tell();
    return true;
  }

  /** Return the move to send, and remember where it came from; null if it is not legal. */
  take(): string | null {
    const move = this.spot && this.model.legal.find(this.spot);
    if (!move || !this.spot || this.lifted === null) {
      if (this.spot && this.model.mine) this.refuse(this.spot.cell);
      return null;
    }
    this.sent = { slot: this.lifted, spot: this.spot };
    this.drop();
    return move;
  }

  /** Show the next spot by its points, of the lifted tile or of all. */
  next(by: 1 | -1): void {
    const mark = this.tile ?? '';
    if (!this.tour || this.tour.tile !== mark) {
      const tiles = this.tile ? [this.tile] : this.slots.map((slot) => slot.tile);
      const once = tiles.filter((tile, n) => tiles.indexOf(tile) === n);
      const all = once.flatMap((tile) => this.model.legal.spots(tile));
      const spots = ranked(all, (spot) => this.model.forecast(spot));
      this.tour = { tile: mark, spots, at: by > 0 ? -1 : 0 };
    }
    const { spots } = this.tour;
    if (!spots.length) return this.model.sound('blocked');
    this.tour.at = (this.tour.at + by + spots.length) % spots.length;
    const spot = spots[this.tour.at];
    const tour = this.tour;
    if (spot) this.put(spot);
    // The tour goes on over all tiles, although one is lifted now.
    if (this.tile) this.tour = { ...tour, tile: this.tile };
  }

  sort(): void {
    this.slots = sorted(this.slots, this.model.scores);
  }

  shift(from: number, to: number): void {
    this.slots = moved(this.slots, from, to);
  }

  /** Say where the tile hovers and what it would bring, or why it cannot lie there. */
  tell(): void {
    const text = ghostText(this.model);
    if (text) this.model.announce(text);
  }
}
