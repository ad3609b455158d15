/** Words in three languages: ICU messages by key, switchable at once. */
import { IntlMessageFormat } from 'intl-messageformat';

export const LANGUAGES = ['en', 'de', 'nl'] as const;
export type Language = (typeof LANGUAGES)[number];
export type Values = Record<string, string | number | boolean>;
type Words = Record<string, string>;

// The app's own words, and those that each game brings in its folder.
const files = import.meta.glob<Words>(
  ['../words/*.json', '../*/words/*.json', '../games/*/words/*.json'],
  {
    eager: true,
    import: 'default',
  },
);

function gather(language: string): Words {
  const own = Object.entries(files).filter(([path]) => path.endsWith(`/${language}.json`));
  return Object.assign({}, ...own.map(([, words]) => words)) as Words;
}

const words: Record<string, Words> = Object.fromEntries(LANGUAGES.map((l) => [l, gather(l)]));
// What was compiled is kept; nothing on the page depends on it.
// eslint-disable-next-line svelte/prefer-svelte-reactivity
const compiled = new Map<string, IntlMessageFormat>();

export const language = $state<{ now: Language }>({ now: 'en' });

// A made-up language for tests (?lang=xx): English, 40 % longer, so that what overflows is seen.
const long = typeof location !== 'undefined' && /[?&]lang=xx\b/.test(location.search);
const stretched = (text: string): string => text + '~'.repeat(Math.ceil(text.length * 0.4));

/** Return the text of a key in the language in use; a missing one falls back to English. */
export function t(key: string, values: Values = {}): string {
  const text = words[language.now]?.[key] ?? words.en?.[key];
  if (text === undefined) return key;
  const id = `${language.now} ${key}`;
  let message = compiled.get(id);
  if (!message) compiled.set(id, (message = new IntlMessageFormat(text, language.now)));
  const made = String(message.format(values));
  return long ? stretched(made) : made;
}
