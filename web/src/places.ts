/** Which screen an address means (UX 5.1). */
export interface Place {
  screen: 'home' | 'nowhere' | 'other';
  /** The file of the screen, as App.svelte loads it. */
  file: string;
  props: Record<string, unknown>;
  /** A screen with another key is another screen: it begins anew. */
  key: string;
  /** Whether the house's own bar stands above it. */
  header: boolean;
}

const other = (file: string, props = {}, key = file, header = true): Place => ({
  screen: 'other',
  file,
  props,
  key,
  header,
});
const plain = (screen: 'home' | 'nowhere'): Place => ({ ...other(''), screen });

/** Return the screen for a path. */
export function placeOf(path: string): Place {
  const [first = '', second = '', third = ''] = path.split('/').slice(1).map(decodeURIComponent);
  if (first === '') return plain('home');
  if (first === 't' && second)
    return other('./table/Table.svelte', { code: second.toUpperCase() }, path.toUpperCase(), false);
  if (first === 'r' && second) return other('./replay/Replay.svelte', { id: second }, path);
  if (first === 'rules' || first === 'learn')
    return other('./rules/Rules.svelte', { game: second, anchor: third });
  if (first === 'settings') return other('./settings/Settings.svelte');
  if (first === 'about') return other('./about/About.svelte');
  return plain('nowhere');
}
