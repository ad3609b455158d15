/** Finds the player whose face is held down or clicked with the other button. */

const HELD_MS = 500;
const STILL_PX = 10;

/** The name of the player whose face, or whose button with one face, an event is on. */
export function whoseFace(target: EventTarget | null): string | null {
  if (!(target instanceof Element)) return null;
  const own = target.closest<HTMLElement>('[data-who]');
  if (own) return own.dataset.who ?? null;
  const faces = target.closest('button, [data-seat]')?.querySelectorAll<HTMLElement>('[data-who]');
  return faces?.length === 1 ? (faces[0]?.dataset.who ?? null) : null;
}

/** An attachment that calls back with a name when a player's face is held. */
export function holdFaces(held: (name: string) => void): (node: HTMLElement) => () => void {
  return (node) => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let from = { x: 0, y: 0 };
    let taken = false;
    const stop = (): void => clearTimeout(timer);
    const open = (name: string): void => {
      taken = true;
      held(name);
    };
    const down = (event: PointerEvent): void => {
      stop();
      taken = false;
      const name = event.button === 0 && !event.defaultPrevented && whoseFace(event.target);
      if (!name) return;
      from = { x: event.clientX, y: event.clientY };
      timer = setTimeout(() => open(name), HELD_MS);
    };
    const move = ({ clientX, clientY }: PointerEvent): void => {
      if (Math.hypot(clientX - from.x, clientY - from.y) > STILL_PX) stop();
    };
    // The other button, and what a phone makes of a long touch.
    const menu = (event: MouseEvent): void => {
      const name = whoseFace(event.target);
      if (!name || event.defaultPrevented) return;
      event.preventDefault();
      stop();
      if (!taken) open(name);
    };
    // The click that ends a hold does not count.
    const click = (event: MouseEvent): void => {
      if (!taken) return;
      taken = false;
      event.preventDefault();
      event.stopPropagation();
    };
    const heard: [string, EventListener, boolean][] = [
      ['pointerdown', down as EventListener, false],
      ['pointermove', move as EventListener, false],
      ['pointerup', stop, false],
      ['pointercancel', stop, false],
      ['contextmenu', menu as EventListener, false],
      ['click', click as EventListener, true],
    ];
    for (const [kind, listener, capture] of heard) node.addEventListener(kind, listener, capture);
    return () => {
      stop();
      for (const [kind, listener, capture] of heard)
        node.removeEventListener(kind, listener, capture);
    };
  };
}
