import { expect, it } from 'vitest';

const words = import.meta.glob<Record<string, string>>('./words/*.json', {
  eager: true,
  import: 'default',
});

// What is chosen has one name (docs/words.md, F1): the lesson and the table must not differ.
it.each(Object.entries(words))('a symbol is called a symbol in %s', (_, texts) => {
  const others = Object.entries(texts).filter(([, text]) =>
    /(?<!\{)\b(words?|wort|wörter|woord(en)?)\b/i.test(text),
  );
  expect(others).toEqual([]);
});
