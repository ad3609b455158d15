/** Dragging a tile of the rack: over the board it becomes a ghost, inside the rack it changes places. */
import type { Hand } from './hand.svelte';

const DRIFT = 10;
/** A finger hides what is under it: the tile is drawn this far above. */
const ABOVE = 56;

interface Scene {
  under(x: number, y: number): string | null;
  row(): HTMLElement;
  float(shown: { tile: string; x: number; y: number } | null): void;
}

export class Drag {
  private from: { id: number; x: number; y: number; pointer: number; lift: number } | null = null;
  private moving = false;
  private justEnded = 0;

  constructor(
    private readonly hand: Hand,
    private readonly scene: Scene,
  ) {}

  start(event: PointerEvent, id: number): void {
    if (event.button !== 0 || this.from) return;
    const lift = event.pointerType === 'touch' ? ABOVE : 0;
    this.from = { id, x: event.clientX, y: event.clientY, pointer: event.pointerId, lift };
    this.moving = false;
    addEventListener('pointermove', this.move);
    addEventListener('pointerup', this.end);
    addEventListener('pointercancel', this.end);
    addEventListener('pointerdown', this.second);
  }

  /** Whether a click is only the end of a drag. */
  swallow(event: MouseEvent): boolean {
    return event.timeStamp - this.justEnded < 300 && this.justEnded > 0;
  }

  private readonly move = (event: PointerEvent): void => {
    const { from } = this;
    if (!from || event.pointerId !== from.pointer) return;
    const [x, y] = [event.clientX, event.clientY];
    if (!this.moving && Math.hypot(x - from.x, y - from.y) <= DRIFT) return;
    if (!this.moving) {
      this.moving = true;
      if (this.hand.lifted !== from.id) this.hand.lift(from.id);
      this.hand.unpin();
    }
    event.preventDefault();
    const cell = this.scene.under(x, y - from.lift);
    this.hand.over(cell);
    const { tile } = this.hand;
    this.scene.float(tile && !cell ? { tile, x, y: y - from.lift } : null);
  };

  /** A second finger turns the tile while the first one drags it. */
  private readonly second = (event: PointerEvent): void => {
    if (this.moving && event.pointerId !== this.from?.pointer) this.hand.turn(1);
  };

  private readonly end = (event: PointerEvent): void => {
    const { from } = this;
    if (!from || event.pointerId !== from.pointer) return;
    this.stop();
    if (!this.moving) return;
    this.justEnded = event.timeStamp;
    const cell = this.scene.under(event.clientX, event.clientY - from.lift);
    const at = event.type === 'pointerup' ? this.place(event.clientX, event.clientY) : null;
    if (event.type === 'pointerup' && cell) this.hand.over(cell, true);
    else if (at !== null) this.reorder(from.id, at);
    else this.hand.drop();
  };

  private reorder(id: number, to: number): void {
    const at = this.hand.slots.findIndex((slot) => slot.id === id);
    this.hand.shift(at, to);
    this.hand.drop();
  }

  private place(x: number, y: number): number | null {
    const row = this.scene.row();
    const box = row.getBoundingClientRect();
    if (x < box.left || x > box.right || y < box.top || y > box.bottom) return null;
    const slots = [...row.querySelectorAll('.slot')].map((slot) => slot.getBoundingClientRect());
    const found = slots.findIndex((slot) => x < slot.left + slot.width / 2);
    return found < 0 ? slots.length : found;
  }

  private stop(): void {
    this.from = null;
    this.scene.float(null);
    removeEventListener('pointermove', this.move);
    removeEventListener('pointerup', this.end);
    removeEventListener('pointercancel', this.end);
    removeEventListener('pointerdown', this.second);
  }
}
