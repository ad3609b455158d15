/** One's games on this page: read once, changed by what is played, imported or forgotten. */
import { digestOf, readDigest, writeDigest } from './digest';
import { isForgotten, noteForgotten } from './forgotten';
import type { KeptGame } from './game';
import { clearGames, readGames, tooMuch, writeGames } from './store';

/** What home and bots read at once. */
export const played = $state({ digest: readDigest() });

class Kept {
  /** All games in any order; null: not read yet. */
  games = $state.raw<KeptGame[] | null>(null);
  /** The browser blocks its database: games last as long as the page is open. */
  blocked = $state(false);
  #reading: Promise<void> | null = null;

  /** Return the games; they are read once. */
  async read(): Promise<KeptGame[]> {
    this.#reading ??= readGames().then(
      (found) => this.#use(found),
      () => {
        this.blocked = true;
        this.#use([]);
      },
    );
    await this.#reading;
    return this.games ?? [];
  }

  #use(games: KeptGame[]): void {
    this.games = games;
    // Another tab may have kept games since the digest was written.
    if (!this.blocked && games.length !== played.digest.count) this.#digest();
  }

  /** Keep some games, over those with the same ids. */
  async keep(some: readonly KeptGame[]): Promise<void> {
    await this.read();
    const before = this.blocked ? this.games : await readGames().catch(() => this.games);
    const ids = new Set(some.map(({ id }) => id));
    const all = [...(before ?? []).filter(({ id }) => !ids.has(id)), ...some];
    const thin = tooMuch(all);
    const thinned = new Map(thin.map((game) => [game.id, game]));
    this.games = all.map((game) => thinned.get(game.id) ?? game);
    await this.#write([...some.filter(({ id }) => !thinned.has(id)), ...thin]);
  }

  async #write(some: readonly KeptGame[]): Promise<void> {
    this.#digest();
    if (this.blocked) return;
    await writeGames(some).catch(() => (this.blocked = true));
  }

  #digest(): void {
    played.digest = digestOf(this.games ?? []);
    writeDigest(played.digest);
  }

  /**
   * Keep a game whose end is shown, unless it is kept already or was forgotten; its analysis and its
   * time stay.
   */
  async add(game: KeptGame): Promise<void> {
    await this.read();
    const before = this.games?.find(({ id }) => id === game.id);
    if (before ? before.points.length : isForgotten(game.id)) return;
    await this.keep([{ ...before, ...game, at: before?.at ?? game.at }]);
  }

  /** Keep the results of games that ended here before results were kept, except forgotten ones. */
  async addOlder(past: readonly KeptGame[]): Promise<void> {
    const known = new Set((await this.read()).map(({ id }) => id));
    const older = past.filter(({ id, at }) => !known.has(id) && !isForgotten(id, at));
    if (older.length) await this.keep(older);
  }

  /** Note how precisely one played a game that is kept. */
  async note(id: string, accuracy: (me: number) => number | null): Promise<void> {
    await this.read();
    const game = this.games?.find((one) => one.id === id);
    if (!game || game.me === null || game.accuracy !== undefined) return;
    await this.keep([{ ...game, accuracy: accuracy(game.me) }]);
  }

  /** Note that the replay of a game is no longer there. */
  async lose(id: string): Promise<void> {
    await this.read();
    const game = this.games?.find((one) => one.id === id);
    if (game && !game.gone) await this.keep([{ ...game, gone: true }]);
  }

  /** Forget all games, and what was made of them; returns false if the browser refused. */
  async forget(): Promise<boolean> {
    await this.read();
    const there = await readGames().catch(() => []); // another tab may have kept more
    try {
      await clearGames();
    } catch {
      // Where the database is blocked the games are in memory only.
      if (!this.blocked) return false;
    }
    noteForgotten([...(this.games ?? []), ...there]);
    this.games = [];
    this.#digest();
    return true;
  }
}

export const kept = new Kept();
