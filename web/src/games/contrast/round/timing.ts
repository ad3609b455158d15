/** How long a reveal stays by itself, in milliseconds. */
export const REVEAL_MS = 6000;

/** So long before the end of a count what is marked is played, that it arrives in time. */
export const LAST_MS = 600;

/** What ends later than this is not waited for yet: browsers cannot wait for days. */
export const SOON_MS = 10_000;
