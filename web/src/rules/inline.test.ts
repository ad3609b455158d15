import { describe, expect, it } from 'vitest';
import { pieces } from './inline';

const known = new Set(['A8', 'A12']);

describe("a rule's text", () => {
  it('is split at strong words, code and numbers of rules', () => {
    expect(pieces('See **Ruling** A12, `h8`.', known)).toEqual([
      { kind: 'text', text: 'See ' },
      { kind: 'strong', text: 'Ruling' },
      { kind: 'text', text: ' ' },
      { kind: 'rule', text: 'A12' },
      { kind: 'text', text: ', ' },
      { kind: 'code', text: 'h8' },
      { kind: 'text', text: '.' },
    ]);
  });

  it('ignores what only looks like a rule', () => {
    expect(pieces('B9 and A80', known)).toEqual([{ kind: 'text', text: 'B9 and A80' }]);
  });

  it('loses no text', () => {
    const text = 'From **A** to `B`: A8, A8 and the rest';
    const whole = pieces(text, known).map((piece) => piece.text);
    expect(whole.join('')).toBe(text.replaceAll(/\*\*|`/g, ''));
  });
});
