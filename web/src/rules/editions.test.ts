import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { differs, parts } from './editions';

const editions = ['2011', '2023'];
const folder = join(import.meta.dirname, '..', '..', '..', 'src', 'hexade');

/** The rules of one language by their numbers, as the file has them. */
function rulesOf(file: string): Map<string, string> {
  const found = new Map<string, string>();
  for (const rule of readFileSync(join(folder, file), 'utf8').split(/^- (?=\*\*[A-Z]\d)/m)) {
    const [, id, text] = /^\*\*([A-Z]\d+)\*\* ([^]*?)(?:\n\n|$)/.exec(rule) ?? [];
    if (id && text) found.set(id, text.replaceAll(/\s+/g, ' ').trim());
  }
  return found;
}

describe('the parts of a rule by edition', () => {
  it('begin at a clause with the year, and end at our ruling', () => {
    const text =
      'First turn. 2011: beside a symbol. 2023: beside a free one. **Ruling**: the same.';
    expect(parts(text, editions)).toEqual([
      { edition: '', text: 'First turn. ' },
      { edition: '2011', text: '2011: beside a symbol. ' },
      { edition: '2023', text: '2023: beside a free one. ' },
      { edition: '', text: '**Ruling**: the same.' },
    ]);
  });

  it('ignore a year inside a clause, and one that is no edition', () => {
    expect(differs('**Ruling**: the duel follows the 2023 text.', editions)).toBe(false);
    expect(differs('In 1999 it was not there.', editions)).toBe(false);
    expect(differs('2011: so.', ['2011'])).toBe(false);
  });

  for (const file of ['rules.md', 'rules.de.md', 'rules.nl.md'])
    it(`are in the same rules in every language, and lose no word: ${file}`, () => {
      const rules = rulesOf(file);
      const found = [...rules].filter(([, text]) => differs(text, editions)).map(([id]) => id);
      expect(found).toEqual(['A1', 'A7', 'A15', 'D6']);
      for (const text of rules.values())
        expect(
          parts(text, editions)
            .map((part) => part.text)
            .join(''),
        ).toBe(text);
    });
});
