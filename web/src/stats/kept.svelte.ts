/** One's games on this page: read once, changed by what is played, imported or forgotten. */
import { askQuietly } from '../settings/lasting.svelte';
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
  #changing: Promise<unknown> = Promise.resolve();

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

  /** Make one change after the other: each begins with what the one before has stored. */
  #inTurn<T>(change: () => Promise<T>): Promise<T> {
    const done = this.#changing.then(async () => {
      await this.read();
      return change();
    });
    this.#changing = done.catch(() => undefined);
    return done;
  }

  /** Keep some games, over those with the same ids. */
  keep(some: readonly KeptGame[]): Promise<void> {
    return this.#inTurn(() => this.#keep(some));
  }

  /** They are shown when they are stored: whoever has seen them may leave. */
  async #keep(some: readonly KeptGame[]): Promise<void> {
    const before = this.blocked ? this.games : await readGames().catch(() => this.games);
    const ids = new Set(some.map(({ id }) => id));
    const all = [...(before ?? []).filter(({ id }) => !ids.has(id)), ...some];
    const thin = tooMuch(all);
    const thinned = new Map(thin.map((game) => [game.id, game]));
    const changed = [...some.filter(({ id }) => !thinned.has(id)), ...thin];
    if (!this.blocked) await writeGames(changed).catch(() => (this.blocked = true));
    this.games = all.map((game) => thinned.get(game.id) ?? game);
    this.#digest();
  }

  #digest(): void {
    played.digest = digestOf(this.games ?? []);
    writeDigest(played.digest);
  }

  /**
   * Keep a game whose end is shown, unless it is kept already or was forgotten; its analysis and its
   * time stay.
   */
  add(game: KeptGame): Promise<void> {
    return this.#inTurn(async () => {
      const before = this.#find(game.id);
      if (before ? before.points.length : isForgotten(game.id)) return;
      await this.#keep([{ ...before, ...game, at: before?.at ?? game.at }]);
      void askQuietly();
    });
  }

  #find(id: string): KeptGame | undefined {
    return this.games?.find((one) => one.id === id);
  }

  /** Keep the results of games that ended here before results were kept, except forgotten ones. */
  addOlder(past: readonly KeptGame[]): Promise<void> {
    return this.#inTurn(async () => {
      const known = new Set(this.games?.map(({ id }) => id));
      const older = past.filter(({ id, at }) => !known.has(id) && !isForgotten(id, at));
      if (older.length) await this.#keep(older);
    });
  }

  /** Note how precisely one played a game that is kept. */
  note(id: string, accuracy: (me: number) => number | null): Promise<void> {
    return this.#inTurn(async () => {
      const game = this.#find(id);
      if (!game || game.me === null || game.accuracy !== undefined) return;
      await this.#keep([{ ...game, accuracy: accuracy(game.me) }]);
    });
  }

  /** Note that the replay of a game is no longer there. */
  lose(id: string): Promise<void> {
    return this.#inTurn(async () => {
      const game = this.#find(id);
      if (game && !game.gone) await this.#keep([{ ...game, gone: true }]);
    });
  }

  /** Forget all games, and what was made of them; returns false if the browser refused. */
  forget(): Promise<boolean> {
    return this.#inTurn(() => this.#forget());
  }

  async #forget(): Promise<boolean> {
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
