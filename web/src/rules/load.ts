/** Loads the rules of all games in one language, once; the service worker caches them. */
import { askOrCopy, memoized } from '../wire/http';
import type { Chapter, Rules } from '../wire/messages';

/** Return the rules in a language. */
export const rulesIn = memoized((language) =>
  askOrCopy<Rules>(`/rules?lang=${language}`, `rules-${language}`),
);

/** The chapters of a game; all of them for no game or an unknown one. */
export function chaptersOf(rules: Rules, letters: string): Chapter[] {
  const own = rules.chapters.filter((chapter) => letters.includes(chapter.id));
  return own.length ? own : rules.chapters;
}

/** The address of a rule, on the page of its game if one is given. */
export function addressOfRule(rule: string, game = ''): string {
  return `/rules${game ? `/${game}` : ''}#${rule}`;
}
