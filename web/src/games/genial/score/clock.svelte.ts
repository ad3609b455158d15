/** The time that players have left, counted down here between the server's words. */
import type { PlayProps } from '../../contract';

const beat = $state({ now: 0 });
if (typeof window !== 'undefined')
  setInterval(() => {
    beat.now = performance.now();
  }, 1000);

const seen = new WeakMap<object, number>();

/** Return the milliseconds that a seat has left, or null where there are no clocks. */
export function timeLeft(props: PlayProps, seat: number): number | null {
  const { now } = props;
  const left = now.left_ms?.[seat];
  if (left === undefined) return null;
  if (!seen.has(now)) seen.set(now, performance.now());
  if (!now.waiting.includes(seat) || props.held) return left;
  const since = Math.max(0, beat.now - (seen.get(now) ?? beat.now));
  return Math.max(0, left - (now.turn_ms ?? 0) - since);
}

/** Return a time as minutes and seconds. */
export function clockText(ms: number): string {
  const seconds = Math.ceil(ms / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}
