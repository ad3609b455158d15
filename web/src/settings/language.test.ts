import { describe, expect, it } from 'vitest';
import { chooseLanguage } from './language';

const KNOWN = ['en', 'de', 'nl'] as const;

describe('the language', () => {
  it('is that of the address, then of the setting, then of the browser', () => {
    expect(chooseLanguage(KNOWN, '?lang=nl', 'de', ['en-GB'])).toBe('nl');
    expect(chooseLanguage(KNOWN, '', 'de', ['en-GB'])).toBe('de');
    expect(chooseLanguage(KNOWN, '', 'auto', ['fr', 'nl-BE', 'en'])).toBe('nl');
  });

  it('is English where nothing known is asked for', () => {
    expect(chooseLanguage(KNOWN, '?lang=xx', 'auto', ['fr'])).toBe('en');
  });
});
