import { describe, expect, it } from 'vitest';

const all = import.meta.glob<Record<string, string>>(['./words/*.json', './howto/words/*.json'], {
  eager: true,
  import: 'default',
});
const texts = Object.entries(all).flatMap(([file, words]) =>
  Object.entries(words).map(([key, text]) => ({ file, key, text })),
);

describe('the words of the collecting game', () => {
  it('G4 never say that a bad tile costs more than what this turn has turned up', () => {
    const all = /costs everything|kostet alles[.!]|kost alles[.!]/i;
    expect(texts.filter(({ text }) => all.test(text))).toEqual([]);
    const blurbs = texts.filter(({ key }) => key === 'genial_collect.blurb');
    for (const { text } of blurbs) expect(text).toMatch(/this turn|aus diesem Zug|van deze beurt/);
    expect(blurbs).toHaveLength(3);
  });
});

it('what ranks has one word in each language, that of the other games', () => {
  const others = /scarc|fewest first|knappst|schaarst/i;
  expect(texts.filter(({ text }) => others.test(text))).toEqual([]);
});
