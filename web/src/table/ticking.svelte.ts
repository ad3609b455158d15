/** The current time as reactive state; it is updated while `runs` is true. */
export function ticking(
  everyMs: number,
  runs: () => boolean = () => true,
): { readonly now: number } {
  let now = $state(performance.now());
  $effect(() => {
    if (!runs()) return;
    now = performance.now();
    const timer = setInterval(() => (now = performance.now()), everyMs);
    return () => clearInterval(timer);
  });
  return {
    get now() {
      return now;
    },
  };
}
