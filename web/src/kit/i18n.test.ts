import { describe, expect, it } from 'vitest';
import { language, t } from './i18n.svelte';

describe('words', () => {
  it('are English until others are wanted, and switch when those are there', async () => {
    expect(t('colour.red')).toBe('red star');
    language.now = 'de';
    expect(t('colour.red')).toBe('red star');
    await language.ready();
    expect(language.now).toBe('de');
    expect(t('colour.red')).toBe('roter Stern');
    language.now = 'en';
    expect(t('colour.red')).toBe('red star');
  });

  it('are those of the last wish when two were made', async () => {
    language.now = 'nl';
    language.now = 'en';
    await language.ready();
    expect(language.now).toBe('en');
  });

  it('count, and say the key where there is no word', () => {
    expect(t('card.matches', { n: 1 })).toBe('1 match');
    expect(t('card.matches', { n: 2 })).toBe('2 matches');
    expect(t('no.such.word')).toBe('no.such.word');
  });
});
