/** Animates what has just happened: arriving tiles, lines that scored, full tracks. */
import { pace } from '../../../settings/preferences.svelte';
import { t } from '../../../kit/i18n.svelte';
import type { GameEvent } from '../../contract';
import type { GenialModel, Laid } from '../model.svelte';
import type { Beam } from './forecast';
import type { Notice } from '../notice/notice';
import { scoresOf } from '../score/scores';
import { lineFrom } from './lines';
import type { BoardView, Colour } from '../view';
import { COLOURS, COLOUR_NAMES, halves } from '../view';
import { EVERY, turned } from './geometry';

const HOLD = 700;
const FLASH = 900;
const SCORED = 1200;
const FULL = 900;
const STAY = 4000;

/** Return the lines that a laid tile touches, for showing what it scored. */
export function beamsOf(laid: Laid, model: GenialModel): Beam[] {
  const { board, view } = model;
  const [one, two] = laid.cells;
  const away = board.heading(one, two);
  if (away === null) return [];
  return halves(laid.tile).flatMap((colour, n) => {
    const from = n === 0 ? one : two;
    const not = n === 0 ? away : turned(away, 3);
    return EVERY.flatMap((heading) => {
      const line = heading === not ? null : lineFrom(view.cells, board, from, heading);
      if (line?.colour !== colour) return [];
      return { from, heading, colour, cells: board.line(from, heading, line.length) };
    });
  });
}

/** Return the colours that a seat brought to a bonus turn between two views. */
export function filled(before: BoardView, after: BoardView, seat: number): Colour[] {
  if (!after.track.bonus) return [];
  if (after.track.shared)
    return COLOURS.filter((c) => after.marks[c] === seat && before.marks[c] !== seat);
  const [was, is] = [scoresOf(before, seat), scoresOf(after, seat)];
  const goals = [after.track.stop, after.track.end];
  return COLOURS.filter((c) => goals.some((goal) => was[c] < goal && is[c] >= goal));
}

export class MoveAnimation {
  /** Beams of the move that has just been made, or is shown again. */
  scored: Beam[] = $state.raw([]);
  arriving = $state(false);
  full: { colour: Colour; seat: number } | null = $state.raw(null);
  note: Notice | null = $state.raw(null);

  private laid = -1;
  private events = -1;
  private before: BoardView | null = null;
  private timers: Record<string, number> = {};

  constructor(private readonly model: GenialModel) {}

  /** Look at what is new; called after every change. */
  follow(): void {
    const { model } = this;
    const { laid, view } = model;
    const first = this.laid < 0;
    const fresh = laid.slice(this.laid < 0 ? laid.length : this.laid);
    const news = model.props.events.slice(first ? model.props.events.length : this.events);
    const before = this.before;
    [this.laid, this.events, this.before] = [laid.length, model.props.events.length, view];
    const last = fresh.at(-1);
    if (last) this.show(last, last.seat !== model.seat);
    if (last && before && !model.props.still) this.fill(before, view, last.seat);
    for (const event of news) this.exchanged(event);
  }

  /** Show a move: its beams, and that it arrives if it is another's. */
  show(last: Laid, arrives: boolean): void {
    this.scored = beamsOf(last, this.model);
    this.arriving = arrives;
    this.later('arriving', arrives ? HOLD + FLASH : 0, () => (this.arriving = false));
    this.later('scored', arrives ? HOLD + FLASH : SCORED, () => (this.scored = []));
    if (this.model.props.still) return;
    this.later('sound', arrives ? HOLD : 0, () => {
      this.model.sound('place');
      for (const beam of this.scored.slice(0, 4))
        this.model.sound(`line-${COLOUR_NAMES[beam.colour]}-${Math.min(6, beam.cells.length)}`);
    });
  }

  /** Any key or tap skips what is shown. */
  skip(): void {
    this.scored = [];
    this.full = null;
  }

  private fill(before: BoardView, after: BoardView, seat: number): void {
    const [colour] = filled(before, after, seat);
    if (!colour) return;
    this.later('full', seat === this.model.seat ? 350 : HOLD, () => {
      // Nothing may stand before the board while one is about to place a tile.
      if (!this.model.hand.pinned) this.full = { colour, seat };
      this.model.sound('fanfare');
      this.later('fullEnd', FULL, () => (this.full = null), FULL);
    });
  }

  private exchanged(event: GameEvent): void {
    if (event.event !== 'exchange') return;
    const name = this.model.names[event.seat ?? 0] ?? '';
    const tiles = event.tiles as string[];
    const key = event.seat === this.model.seat ? 'genial.swap.mine' : 'swap.by';
    this.tell({ kind: 'plain', strong: t(key, { name, n: tiles.length }), text: '', tiles });
  }

  /** Say something beside the board for a while. */
  tell(note: Notice): void {
    this.note = note;
    this.later('note', STAY, () => (this.note = null), STAY);
  }

  private later(name: string, ms: number, deed: () => void, least = 0): void {
    clearTimeout(this.timers[name]);
    this.timers[name] = window.setTimeout(deed, Math.max(least, pace(ms)));
  }

  stop(): void {
    for (const timer of Object.values(this.timers)) clearTimeout(timer);
  }
}
