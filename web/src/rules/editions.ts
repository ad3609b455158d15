/** Finds the parts of a rule that apply to one edition: they begin with its year. */

interface Part {
  /** The edition that this part applies to; empty: all. */
  edition: string;
  text: string;
}

// A clause ends with a full stop or a semicolon; a bold one (our ruling) is for all.
const CLAUSE = /.+?(?:[.;]\s+(?=\S)|$)/gs;
// The year stands among the first words: "2011: …", "In 2011 …", "From the 2011 book: …".
const OPENING = /^(?:[\p{L}]+\s+){0,4}(\d{4})\b/u;

/** Cut a rule's text at the clauses that begin with the year of an edition. */
export function parts(text: string, editions: readonly string[]): Part[] {
  const made: Part[] = [];
  let edition = '';
  for (const clause of text.match(CLAUSE) ?? [text]) {
    const year = OPENING.exec(clause)?.[1] ?? '';
    if (editions.includes(year)) edition = year;
    else if (clause.startsWith('**')) edition = '';
    const last = made.at(-1);
    if (last?.edition === edition) last.text += clause;
    else made.push({ edition, text: clause });
  }
  return made;
}

/** Whether a part of a rule applies to one edition only. */
export function differs(text: string, editions: readonly string[]): boolean {
  return editions.length > 1 && parts(text, editions).some((part) => part.edition !== '');
}
