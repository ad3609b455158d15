/** The pages of the navigation, in order: in the header of a desk, and in the tab bar of a phone. */
import type { IconName } from '../kit/icons';

export interface Destination {
  href: string;
  /** The keys of its word, and of a short one for the tab bar. */
  text: string;
  short: string;
  icon: IconName;
}

export const NAVIGATION: readonly Destination[] = [
  { href: '/', text: 'nav.play', short: 'nav.play', icon: 'play' },
  { href: '/daily', text: 'nav.daily', short: 'nav.daily', icon: 'puzzle' },
  { href: '/learn', text: 'nav.learn', short: 'nav.learn', icon: 'bulb' },
  { href: '/bots', text: 'nav.bots', short: 'nav.bots', icon: 'robot' },
  { href: '/stats', text: 'nav.stats', short: 'nav.stats.short', icon: 'trophy' },
];
