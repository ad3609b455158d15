/** The time, as something that a component can follow: it moves on while `runs` says so. */
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
