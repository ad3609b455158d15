import { describe, expect, it } from 'vitest';
import { language, listed, percent, t } from './i18n.svelte';

describe('words', () => {
  it('are English until another language is wanted and loaded', async () => {
    expect(t('colour.red')).toBe('red star');
    language.now = 'de';
    expect(t('colour.red')).toBe('red star');
    await language.ready();
    expect(language.now).toBe('de');
    expect(t('colour.red')).toBe('roter Stern');
    language.now = 'en';
    expect(t('colour.red')).toBe('red star');
  });

  it('follow the last of two requests', async () => {
    language.now = 'nl';
    language.now = 'en';
    await language.ready();
    expect(language.now).toBe('en');
  });

  it('are listed without a comma before the last one', async () => {
    expect(listed(['Ada', 'Ben', 'Cem'])).toBe('Ada, Ben and Cem');
    language.now = 'nl';
    await language.ready();
    expect(listed(['Ada', 'Ben', 'Cem'])).toBe('Ada, Ben en Cem');
    language.now = 'en';
  });

  it('have plurals, and fall back to the key', () => {
    expect(t('card.matches', { n: 1 })).toBe('1 match');
    expect(t('card.matches', { n: 2 })).toBe('2 matches');
    expect(t('no.such.word')).toBe('no.such.word');
  });

  it.each([
    ['en', '87%', '87% accuracy', '2 won, 1 lost'],
    ['de', '87\u00a0%', '87\u00a0% Genauigkeit', '2 gewonnen, 1 verloren'],
    ['nl', '87%', '87% nauwkeurig', '2 gewonnen, 1 verloren'],
  ] as const)('write per cent and results as it is usual: %s', async (wanted, ...written) => {
    language.now = wanted;
    await language.ready();
    const accuracy = t('played.accuracy', { n: 87 });
    expect([percent(87), accuracy, t('bots.record', { won: 2, lost: 1 })]).toEqual(written);
    language.now = 'en';
  });
});
