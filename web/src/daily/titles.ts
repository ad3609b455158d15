/** The titles of the games that have puzzles. */
import { homeOf } from '../games';

/** Load the words' keys of titles, by game; a game whose title cannot be loaded is left out. */
export async function titlesOf(games: readonly string[]): Promise<Record<string, string>> {
  const found = await Promise.all(
    games.map((game) =>
      homeOf(game).then(
        (home) => [[game, home?.cards[0]?.title ?? game]],
        () => [],
      ),
    ),
  );
  return Object.fromEntries(found.flat()) as Record<string, string>;
}
