import { beforeAll, describe, expect, it } from 'vitest';
import { errorText } from './errorText';
import { language } from './i18n.svelte';

const files = import.meta.glob<Record<string, string>>('../games/*/words/de.json', {
  eager: true,
  import: 'default',
});

beforeAll(async () => {
  language.now = 'de';
  await language.ready();
});

describe('a refusal', () => {
  const over = { code: 'over', text: 'the game is over' };

  it('uses the app’s words, or else the server’s', () => {
    expect(errorText(over)).toBe('Die Partie ist zu Ende.');
    expect(errorText({ code: 'no-such-code', text: 'a sentence' }, 'x')).toBe('a sentence');
  });

  it('uses the game’s words if it has its own', () => {
    const own = Object.values(files).flatMap((words) =>
      Object.entries(words).filter(([key]) => key.includes('.trouble.')),
    );
    expect(own.length).toBeGreaterThan(20);
    for (const [key, words] of own) {
      const [game = '', , code = ''] = key.split('.');
      expect(errorText({ code, text: '' }, game)).toBe(words);
    }
  });
});
