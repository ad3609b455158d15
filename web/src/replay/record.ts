/** A replay as a record (docs/records.md), to download. */
import type { Replay } from '../wire/messages';

/** Return the record of a replayed game as one line of text. */
export function recordOf(replay: Replay): string {
  const { agreed } = replay;
  const record = {
    format: 'hexade-record/1',
    game: agreed.game,
    variant: agreed.variant,
    ...(agreed.edition ? { edition: agreed.edition } : {}),
    ...agreed.options,
    seats: replay.players.map(({ name, bot }) => (bot ? `bot:${bot}` : name)),
    start: replay.start,
    seed: replay.seed,
    events: replay.frames.flatMap((frame) => frame.events),
    result: replay.result,
    ...(replay.from?.replay ? { from: replay.from } : {}),
  };
  return `${JSON.stringify(record)}\n`;
}
