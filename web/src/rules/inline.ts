/** The inline markup of a rule's text: strong words, code, and numbers of other rules. */

interface Piece {
  kind: 'text' | 'strong' | 'code' | 'rule';
  text: string;
}

const MARKS = /\*\*([^*]+)\*\*|`([^`]+)`|\b([A-Z]\d{1,2})\b/g;

/** Split a rule's text into pieces; only numbers of existing rules become links. */
export function pieces(text: string, known: ReadonlySet<string>): Piece[] {
  const made: Piece[] = [];
  let end = 0;
  for (const found of text.matchAll(MARKS)) {
    const [whole, strong, code, rule] = found;
    if (rule !== undefined && !known.has(rule)) continue;
    if (found.index > end) made.push({ kind: 'text', text: text.slice(end, found.index) });
    if (strong !== undefined) made.push({ kind: 'strong', text: strong });
    else if (code !== undefined) made.push({ kind: 'code', text: code });
    else made.push({ kind: 'rule', text: whole });
    end = found.index + whole.length;
  }
  if (end < text.length) made.push({ kind: 'text', text: text.slice(end) });
  return made;
}
