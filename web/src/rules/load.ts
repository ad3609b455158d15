/** The rules of all games in one language, fetched once and kept by the service worker. */
import { ask, memoized } from '../wire/http';
import type { Chapter, Rules } from '../wire/messages';

/** Return the rules in a language. */
export const rulesIn = memoized((language) => ask<Rules>(`/rules?lang=${language}`));

/** The chapters of a game; all of them where no game is named, or one that is not known. */
export function chaptersOf(rules: Rules, letters: string): Chapter[] {
  const own = rules.chapters.filter((chapter) => letters.includes(chapter.id));
  return own.length ? own : rules.chapters;
}

/** The address of a rule; a game's own page has it with its neighbours. */
export function addressOfRule(rule: string, game = ''): string {
  return `/rules${game ? `/${game}` : ''}#${rule}`;
}
