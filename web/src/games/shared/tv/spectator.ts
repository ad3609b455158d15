/** A table as a spectator's page sees it, for what a television draws: nothing can be done there. */
import type { PlayProps, TvProps } from '../../contract';

const nothing = (): void => undefined;

/** Return the props of a spectator's page; they follow those of the television. */
export const asWatcher = (props: TvProps): PlayProps => ({
  get table() {
    return props.table;
  },
  get now() {
    return props.now;
  },
  get events() {
    return props.events;
  },
  get recent() {
    return props.recent;
  },
  get held() {
    return props.held;
  },
  get counting() {
    return props.counting;
  },
  get left() {
    return props.left;
  },
  seat: null,
  busy: false,
  phone: false,
  still: false,
  actions: {
    move: nothing,
    takeBack: nothing,
    settle: nothing,
    count: nothing,
    hint: () => Promise.resolve([]),
    gift: () => Promise.resolve(null),
    announce: nothing,
    sound: nothing,
  },
});
