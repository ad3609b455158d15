/** Retry something until it succeeds; the function that is returned gives it up. */
export function untilDone(
  work: () => Promise<void>,
  ms: number,
  failed: () => void = () => undefined,
): () => void {
  let gone = false;
  let timer: ReturnType<typeof setTimeout>;
  const attempt = (): void =>
    void work().catch(() => {
      if (gone) return;
      failed();
      timer = setTimeout(attempt, ms);
    });
  attempt();
  return () => {
    gone = true;
    clearTimeout(timer);
  };
}
