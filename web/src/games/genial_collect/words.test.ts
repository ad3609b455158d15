import { describe, expect, it } from 'vitest';
import { language } from '../../kit/i18n.svelte';
import { slipped } from './reason';

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

it('a tile is called a tile and a bad one bad, as everywhere in the game', () => {
  const own = texts.filter(({ file }) => /\/(de|nl)\.json$/.test(file));
  expect(own.filter(({ text }) => /\bsteine?n?\b|\bsteen\b|\bstenen\b/i.test(text))).toEqual([]);
  const dutch = own.filter(({ file }) => file.endsWith('/nl.json'));
  expect(dutch.filter(({ text }) => /\bslechte?\b/i.test(text))).toEqual([]);
});

it('mistakes are counted right in three languages', async () => {
  const early = (bad: number, cost: number) =>
    slipped({ slip: 'early', bad, pile: 12, cost }, ['Nina']);
  const late = (bad: number, cost: number) =>
    slipped({ slip: 'late', bad, pile: 12, cost }, ['Nina']);
  const all = () => [early(0, 3), early(1, 1), early(2, 3), late(1, 2), late(7, 1)];
  language.now = 'en';
  expect(all()).toEqual([
    'Stopped too early: no tile in the pile was bad.',
    'Stopped too early: only 1 of 12 tiles was bad, with 1 tile to lose.',
    'Stopped too early: only 2 of 12 tiles were bad, with 3 tiles to lose.',
    'Should have stopped: 1 of 12 tiles was bad, with 2 tiles to lose.',
    'Should have stopped: 7 of 12 tiles were bad, with 1 tile to lose.',
  ]);
  language.now = 'de';
  await language.ready();
  expect(all()).toEqual([
    'Zu früh aufgehört: Kein Plättchen im Stapel war schlecht.',
    'Zu früh aufgehört: Nur 1 von 12 Plättchen war schlecht, 1 Plättchen stand auf dem Spiel.',
    'Zu früh aufgehört: Nur 2 von 12 Plättchen waren schlecht, 3 Plättchen standen auf dem Spiel.',
    'Hätte aufhören sollen: 1 von 12 Plättchen war schlecht, 2 Plättchen standen auf dem Spiel.',
    'Hätte aufhören sollen: 7 von 12 Plättchen waren schlecht, 1 Plättchen stand auf dem Spiel.',
  ]);
  language.now = 'nl';
  await language.ready();
  expect(all()).toEqual([
    'Te vroeg gestopt: geen tegel in de stapel was fout.',
    'Te vroeg gestopt: maar 1 van 12 tegels was fout, met 1 tegel op het spel.',
    'Te vroeg gestopt: maar 2 van 12 tegels waren fout, met 3 tegels op het spel.',
    'Had moeten stoppen: 1 van 12 tegels was fout, met 2 tegels op het spel.',
    'Had moeten stoppen: 7 van 12 tegels waren fout, met 1 tegel op het spel.',
  ]);
  language.now = 'en';
});
