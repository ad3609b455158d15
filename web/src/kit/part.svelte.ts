/** A part of the page that is loaded when it is wanted: there, on its way, or not to be had. */
export class Part<T> {
  there = $state.raw<T | null>(null);
  failed = $state(false);

  constructor(private readonly load: () => Promise<T>) {}

  /** Load it, if it is not there. */
  readonly fetch = async (): Promise<void> => {
    if (this.there !== null) return;
    try {
      this.there = await this.load();
    } catch {
      // It can be tried again.
    }
    this.failed = this.there === null;
  };

  /** Try again; if that fails, load the whole page anew: a newer version has other files. */
  readonly again = async (): Promise<void> => {
    await this.fetch();
    if (this.failed) location.reload();
  };
}
