/** Keeps the screen of a television awake, and hides its pointer when it rests. */

const RESTS_MS = 3000;

/** Keep the screen awake while the page is visible; returns a function that stops it. */
export function keepAwake(): () => void {
  let lock: WakeLockSentinel | null = null;
  let ended = false;
  const ask = async (): Promise<void> => {
    if (ended || document.visibilityState !== 'visible') return;
    // A browser without it, or one that saves power, lets the screen sleep as usual.
    const got = (await navigator.wakeLock?.request('screen').catch(() => null)) ?? null;
    if (ended) void got?.release();
    else lock = got;
  };
  const again = (): void => void ask();
  document.addEventListener('visibilitychange', again);
  again();
  return () => {
    ended = true;
    document.removeEventListener('visibilitychange', again);
    void lock?.release().catch(() => undefined);
  };
}

/** Tell when the pointer rests and when it moves again; returns a function that stops it. */
export function watchPointer(resting: (rests: boolean) => void): () => void {
  let timer = window.setTimeout(() => resting(true), RESTS_MS);
  const moved = (): void => {
    clearTimeout(timer);
    resting(false);
    timer = window.setTimeout(() => resting(true), RESTS_MS);
  };
  addEventListener('pointermove', moved);
  return () => {
    clearTimeout(timer);
    removeEventListener('pointermove', moved);
  };
}
