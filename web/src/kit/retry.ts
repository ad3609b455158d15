/** Do something again and again until it succeeds, or is wanted no more. */
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
