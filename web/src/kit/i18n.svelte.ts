/** Internationalization: ICU messages by key in three languages, switchable at once. */
import { IntlMessageFormat } from 'intl-messageformat';

export const LANGUAGES = ['en', 'de', 'nl'] as const;
export type Language = (typeof LANGUAGES)[number];
export type Values = Record<string, string | number | boolean>;
export type Words = Record<string, string>;

// The app's own words, and those in the folder of each part and each game. English is bundled, as
// the fallback for missing words; the other languages are loaded on demand.
const english = import.meta.glob<Words>(
  ['../words/en.json', '../*/words/en.json', '../games/*/words/en.json'],
  { eager: true, import: 'default' },
);
const others = import.meta.glob<Words>(
  ['../words/{de,nl}.json', '../*/words/{de,nl}.json', '../games/*/words/{de,nl}.json'],
  { import: 'default' },
);

const words: Partial<Record<Language, Words>> = {
  en: Object.assign({}, ...Object.values(english)) as Words,
};

async function fetched(wanted: Language): Promise<void> {
  const own = Object.entries(others).filter(([path]) => path.endsWith(`/${wanted}.json`));
  const parts = await Promise.all(own.map(([, load]) => load()));
  words[wanted] = Object.assign({}, ...parts) as Words;
}

class CurrentLanguage {
  #now = $state<Language>('en');
  #wanted: Language = 'en';
  #coming: Promise<void> = Promise.resolve();

  /** The language in use; a new one is used as soon as its words are loaded. */
  get now(): Language {
    return this.#now;
  }
  set now(wanted: Language) {
    this.#wanted = wanted;
    if (words[wanted]) this.#now = wanted;
    else
      this.#coming = fetched(wanted).then(
        () => this.#use(wanted),
        () => undefined,
      );
  }
  #use(fetchedOne: Language): void {
    if (this.#wanted === fetchedOne) this.#now = fetchedOne;
  }
  /** Wait until the wanted language is in use, or could not be loaded. */
  ready(): Promise<void> {
    return this.#coming;
  }
}

export const language = new CurrentLanguage();

/** Return how dates and lists are written in the language in use; English as in Europe. */
export const locale = (): string => (language.now === 'en' ? 'en-GB' : language.now);

/** Return some words as a list: "a, b and c". */
export const listed = (words: readonly string[]): string =>
  new Intl.ListFormat(locale()).format(words);

/** Return per cent as the language in use writes them: 87%, in German 87 %. */
export const percent = (value: number): string =>
  new Intl.NumberFormat(locale(), { style: 'percent' }).format(value / 100);

// A cache of compiled messages; nothing on the page depends on it.
// eslint-disable-next-line svelte/prefer-svelte-reactivity
const compiled = new Map<string, IntlMessageFormat>();

// A pseudo-language for tests (?lang=xx): English, 40 % longer, to make overflow visible.
const long = typeof location !== 'undefined' && /[?&]lang=xx\b/.test(location.search);
/** A text as the page shows it: as it is, but longer in the pseudo-language. */
export function stretched(text: string): string {
  if (!long) return text;
  const more = '~'.repeat(Math.ceil(text.length * 0.4));
  // Longer texts have more words, not longer ones.
  return text + (text.length > 24 ? more.replaceAll('~~~~~~', '~~~~~ ') : more);
}

/** Return the text of a key in the language in use; a missing one falls back to English. */
export function t(key: string, values: Values = {}): string {
  const text = words[language.now]?.[key] ?? words.en?.[key];
  if (text === undefined) return key;
  const id = `${language.now} ${key}`;
  let message = compiled.get(id);
  if (!message) compiled.set(id, (message = new IntlMessageFormat(text, language.now)));
  return stretched(String(message.format(values)));
}
