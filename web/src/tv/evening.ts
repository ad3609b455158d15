/** Whether a television is dark: by the setting, and where there is none from six in the evening on. */
import type { Settings } from '../settings/preferences.svelte';

const EVENING = 18;
const MORNING = 6;

/** Return the theme of a television at an hour of the day. */
export function tvTheme(setting: Settings['theme'], hour: number): 'light' | 'dark' {
  if (setting !== 'auto') return setting;
  return hour >= EVENING || hour < MORNING ? 'dark' : 'light';
}
