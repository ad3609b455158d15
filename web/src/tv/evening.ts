/** The theme of a television: as the setting says, or with `auto` dark from evening to morning. */
import type { Settings } from '../settings/preferences.svelte';

const EVENING = 18;
const MORNING = 6;

/** Return the theme of a television at an hour of the day. */
export function tvTheme(setting: Settings['theme'], hour: number): 'light' | 'dark' {
  if (setting !== 'auto') return setting;
  return hour >= EVENING || hour < MORNING ? 'dark' : 'light';
}
