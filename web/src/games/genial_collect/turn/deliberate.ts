/** Tells deliberate presses from the second click of a double one. */

/**
 * Whether a click is meant to decide something. The second click of a mouse's double click would
 * decide about a tile that nobody has looked at; fingers that tap quickly mean every tap.
 */
export function deliberate(event: MouseEvent): boolean {
  return event.detail < 2 || !('pointerType' in event) || event.pointerType !== 'mouse';
}
