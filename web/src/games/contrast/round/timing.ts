/** How long a reveal stays by itself, in milliseconds. */
export const REVEAL_MS = 6000;
