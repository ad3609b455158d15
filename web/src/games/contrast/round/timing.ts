/** How long a reveal stays by itself, in milliseconds. */
export const REVEAL_MS = 6000;

/** So long before the end of a count what is marked is played, that it arrives in time. */
export const LAST_MS = 600;
