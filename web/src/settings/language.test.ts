import { describe, expect, it } from 'vitest';
import { chooseLanguage } from './language';

const KNOWN = ['en', 'de', 'nl'] as const;

describe('the language', () => {
  it('comes from the address, then the setting, then the browser', () => {
    expect(chooseLanguage(KNOWN, '?lang=nl', 'de', ['en-GB'])).toBe('nl');
    expect(chooseLanguage(KNOWN, '', 'de', ['en-GB'])).toBe('de');
    expect(chooseLanguage(KNOWN, '', 'auto', ['fr', 'nl-BE', 'en'])).toBe('nl');
  });

  it('is English if no known language is wanted', () => {
    expect(chooseLanguage(KNOWN, '?lang=xx', 'auto', ['fr'])).toBe('en');
  });
});
