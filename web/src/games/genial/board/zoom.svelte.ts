/** How near one looks at the board: fit, a tap's zoom round a cell, or as two fingers want it. */
import { tick } from 'svelte';
import { pace } from '../../../settings/preferences.svelte';

const NEAR = 1.8;
const MOST = 3;
/** Cells narrower than this are zoomed to before a tile is put there. */
const SMALL = 30;
const TWIST = 35;
const MOVE_MS = 220;

interface Pinch {
  distance: number;
  angle: number;
  scale: number;
}

export class Zoom {
  scale = $state(1);
  frame: HTMLElement | null = null;
  private pinch: Pinch | null = null;

  constructor(private readonly twisted: (by: 1 | -1) => void) {}

  get near(): boolean {
    return this.scale > 1.01;
  }

  fit(): void {
    this.scale = 1;
  }

  /** Zoom in round a cell if cells are small; returns whether that was needed. */
  approach(cell: HTMLElement | null): boolean {
    if (!cell || this.near || cell.getBoundingClientRect().width >= SMALL) return false;
    void this.to(NEAR, cell);
    return true;
  }

  /** Zoom in round a cell, or back to all of the board. */
  toggle(cell: HTMLElement | null): void {
    if (this.near) this.fit();
    else void this.to(NEAR, cell);
  }

  private async to(scale: number, cell: HTMLElement | null): Promise<void> {
    const before = cell?.getBoundingClientRect();
    this.scale = scale;
    await tick();
    this.show(cell);
    if (cell && before) this.glide(cell, before);
  }

  /** Let the board grow from where a cell was to where it is. */
  private glide(cell: HTMLElement, before: DOMRect): void {
    const stage = this.frame?.querySelector('.stage');
    const after = cell.getBoundingClientRect();
    if (!stage?.animate || !after.width) return;
    const around = stage.getBoundingClientRect();
    const middle = (box: DOMRect): [number, number] => [
      box.left + box.width / 2,
      box.top + box.height / 2,
    ];
    const [[ax, ay], [bx, by]] = [middle(before), middle(after)];
    const share = around.width / (stage as HTMLElement).offsetWidth || 1;
    const origin = [bx - around.left, by - around.top].map((n) => `${n / share}px`).join(' ');
    const from = `translate(${(ax - bx) / share}px, ${(ay - by) / share}px) scale(${before.width / after.width})`;
    const frames = [
      { transform: from, transformOrigin: origin },
      { transform: 'none', transformOrigin: origin },
    ];
    stage.animate(frames, { duration: pace(MOVE_MS), easing: 'cubic-bezier(0.2, 0.8, 0.2, 1)' });
  }

  /** Scroll the frame so that a cell is in its middle. */
  show(cell: HTMLElement | null): void {
    const { frame } = this;
    if (!frame || !cell || !this.near) return;
    const [inner, outer] = [cell.getBoundingClientRect(), frame.getBoundingClientRect()];
    frame.scrollLeft += inner.left + inner.width / 2 - outer.left - outer.width / 2;
    frame.scrollTop += inner.top + inner.height / 2 - outer.top - outer.height / 2;
  }

  private measure(touches: TouchList): Omit<Pinch, 'scale'> & { x: number; y: number } {
    const [a, b] = [touches[0], touches[1]];
    if (!a || !b) return { distance: 1, angle: 0, x: 0, y: 0 };
    const [dx, dy] = [b.clientX - a.clientX, b.clientY - a.clientY];
    return {
      distance: Math.hypot(dx, dy) || 1,
      angle: (Math.atan2(dy, dx) * 180) / Math.PI,
      x: (a.clientX + b.clientX) / 2,
      y: (a.clientY + b.clientY) / 2,
    };
  }

  /** Two fingers on the board: spreading zooms, twisting turns the tile. */
  readonly touch = (event: TouchEvent): void => {
    if (event.touches.length !== 2) return void (this.pinch = null);
    event.preventDefault();
    const { distance, angle, x, y } = this.measure(event.touches);
    if (!this.pinch || event.type === 'touchstart') {
      this.pinch = { distance, angle, scale: this.scale };
      return;
    }
    const turn = ((angle - this.pinch.angle + 540) % 360) - 180;
    if (Math.abs(turn) > TWIST) {
      this.pinch.angle = angle;
      this.twisted(turn > 0 ? 1 : -1);
    }
    this.spread(
      Math.min(MOST, Math.max(1, (this.pinch.scale * distance) / this.pinch.distance)),
      x,
      y,
    );
  };

  private spread(scale: number, x: number, y: number): void {
    const { frame } = this;
    const before = this.scale;
    this.scale = scale;
    if (!frame || before === scale) return;
    const box = frame.getBoundingClientRect();
    const [left, top] = [x - box.left, y - box.top];
    const grown = scale / before;
    const to = [(frame.scrollLeft + left) * grown - left, (frame.scrollTop + top) * grown - top];
    void tick().then(() => frame.scrollTo(to[0] ?? 0, to[1] ?? 0));
  }
}
