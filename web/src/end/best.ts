/** The best result alone, for each variant, kept in this browser. */
import { readJson, writeJson } from '../kit/browserStorage';

const KEY = 'hexade.best';

interface Best {
  value: number;
  /** The game that reached it: seen again, it is still the record. */
  game: string;
  /** What was the best before it. */
  before: number | null;
}

const all = (): Record<string, Best> => readJson<Record<string, Best>>(KEY) ?? {};

/** Note a result; returns whether it is a record, and the best so far. */
export function noteBest(
  variant: string,
  game: string,
  value: number,
): { record: boolean; best: number } {
  const known = all();
  const best = known[variant];
  if (best?.game === game) return { record: true, best: best.value };
  if (best && best.value >= value) return { record: false, best: best.value };
  writeJson(KEY, { ...known, [variant]: { value, game, before: best?.value ?? null } });
  return { record: true, best: value };
}
