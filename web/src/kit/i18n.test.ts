import { describe, expect, it } from 'vitest';
import { language, listed, t } from './i18n.svelte';

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
});
