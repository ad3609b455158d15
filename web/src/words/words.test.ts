import { IntlMessageFormat } from 'intl-messageformat';
import { describe, expect, it } from 'vitest';

type Words = Record<string, string>;
const files = import.meta.glob<Words>('../**/words/*.json', { eager: true, import: 'default' });
const own = import.meta.glob<Words>('./*.json', { eager: true, import: 'default' });
const sources = import.meta.glob<string>(['../**/*.svelte', '../**/*.ts', '!../**/*.test.ts'], {
  eager: true,
  import: 'default',
  query: '?raw',
});

const LANGUAGES = ['en', 'de', 'nl'];
const all = Object.entries({ ...files, ...own });
const rooms = [...new Set(all.map(([path]) => path.replace(/[a-z]+\.json$/, '')))];

function wordsOf(room: string, language: string): Words {
  return Object.fromEntries(all)[`${room}${language}.json`] ?? {};
}

type Element = ReturnType<IntlMessageFormat['getAst']>[number];

// Values have names; plurals and choices have more elements in their options.
function inside(elements: Element[]): string[] {
  return elements.flatMap((one) => {
    const name = 'value' in one && one.type !== 0 ? [one.value] : [];
    const parts = 'options' in one ? Object.values(one.options) : [];
    return [...name, ...parts.flatMap((option) => inside(option.value))];
  });
}
const values = (text: string): string[] =>
  [...new Set(inside(new IntlMessageFormat(text, 'en').getAst()))].sort();

describe.each(rooms)('the words of %s', (room) => {
  const english = wordsOf(room, 'en');

  it.each(LANGUAGES)('are complete in %s', (language) => {
    expect(Object.keys(wordsOf(room, language)).sort()).toEqual(Object.keys(english).sort());
  });

  it.each(LANGUAGES)('take the same values in %s', (language) => {
    for (const [key, text] of Object.entries(wordsOf(room, language)))
      expect(values(text), key).toEqual(values(english[key] ?? ''));
  });

  it.each(LANGUAGES)('are never empty in %s', (language) => {
    for (const [key, text] of Object.entries(wordsOf(room, language)))
      expect(text.trim(), key).not.toBe('');
  });
});

// "Legt roter Stern": a language that declines would have to decline these, and we cannot for it.
describe.each(LANGUAGES)('symbols, tiles and cards in %s', (language) => {
  const NAMED = /\{(symbol|other|tile|cards?)\}/g;
  const AS_A_NAME = /(^|[:,] |\{(symbol|other)\} (and|und|en) )$/;

  it('stand as names, at the beginning or after a colon: never as the object of a verb', () => {
    const found = rooms.flatMap((room) =>
      Object.entries(wordsOf(room, language)).flatMap(([key, text]) =>
        [...text.matchAll(NAMED)]
          .filter((one) => !AS_A_NAME.test(text.slice(0, one.index)))
          .map((one) => `${key}: ${text.slice(0, one.index)}${one[0]}`),
      ),
    );
    expect(found).toEqual([]);
  });
});

it.each(LANGUAGES)('the page that one comes home to has one name in %s', (language) => {
  const texts = rooms.flatMap((room) => Object.entries(wordsOf(room, language)));
  expect(texts.filter(([, text]) => /\blobby\b/i.test(text))).toEqual([]);
});

it('whose turn it is has one word in Dutch, that of the rulebooks', () => {
  const texts = rooms.flatMap((room) => Object.entries(wordsOf(room, 'nl')));
  expect(texts.filter(([, text]) => /\baan zet\b/i.test(text))).toEqual([]);
});

describe('every key', () => {
  const known = new Set(rooms.flatMap((room) => Object.keys(wordsOf(room, 'en'))));

  it('in the source exists', () => {
    const missing = Object.entries(sources).flatMap(([path, text]) =>
      [...text.matchAll(/\bt\(\s*'([^']+)'/g)]
        .map((found) => found[1] ?? '')
        .filter((key) => !known.has(key))
        .map((key) => `${path}: ${key}`),
    );
    expect(missing).toEqual([]);
  });

  it('is defined in one folder only', () => {
    const keys = rooms.flatMap((room) => Object.keys(wordsOf(room, 'en')));
    expect(keys.filter((key, n) => keys.indexOf(key) !== n)).toEqual([]);
  });
});
