import { describe, expect, it } from 'vitest';
import { tongue } from './tongue';

const KNOWN = ['en', 'de', 'nl'] as const;

describe('the language', () => {
  it('is that of the address, then of the setting, then of the browser', () => {
    expect(tongue(KNOWN, '?lang=nl', 'de', ['en-GB'])).toBe('nl');
    expect(tongue(KNOWN, '', 'de', ['en-GB'])).toBe('de');
    expect(tongue(KNOWN, '', 'auto', ['fr', 'nl-BE', 'en'])).toBe('nl');
  });

  it('is English where nothing known is asked for', () => {
    expect(tongue(KNOWN, '?lang=xx', 'auto', ['fr'])).toBe('en');
  });
});
