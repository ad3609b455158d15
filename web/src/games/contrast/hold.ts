/** How long a reveal stays by itself, in milliseconds. */
export const HOLD = 6000;
