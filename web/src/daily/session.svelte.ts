/** One puzzle being solved: its position, the tries, and what the result shows. */
import { pageOf } from '../games';
import type { GameEvent, GamePage } from '../games/contract';
import type { Posed, ShownMove } from '../local/position';
import { botAnimal } from '../kit/avatars';
import { infoOf } from '../wire/http';
import { device, isAble } from '../wire/local';
import type { GameInfo, Now, TableState } from '../wire/messages';
import { stored } from '../wire/storage.svelte';
import { namesOf } from '../table/names';
import { later, today } from './dates';
import { addTry, adoptTries, isDone, triesAt, type Try } from './progress.svelte';
import { answerTo, chanceOf, chancesOf, puzzleOf, type Puzzle } from './puzzles';

/** The bot of the other seat, and the one to play on against. */
export const RIVAL = 'level5';

export type Which = 'best' | 'tempting' | 'first';

export class PuzzleSession {
  page = $state.raw<GamePage>();
  puzzle = $state.raw<Puzzle>();
  posed = $state.raw<Posed>();
  trouble = $state<'unable' | 'none' | null>(null);
  /** Today's could not be loaded, so this is yesterday's. */
  late = $state(false);
  /** The last try had been made before. */
  repeated = $state(false);
  /** The place of the try that was made last while this is open: its answer is news. */
  fresh = $state<number | null>(null);
  /** A new position for the table each time: a tile that was tried goes back to its rack. */
  private round = $state(0);
  private info: GameInfo | undefined;
  /** Tries at a warm-up, which are kept nowhere. */
  private passing = $state.raw<Try[]>([]);

  /** A warm-up does not count: no progress, no streak, and nothing is sent. */
  constructor(readonly counts = true) {}

  readonly tries: Try[] = $derived.by(() => {
    if (!this.counts) return this.passing;
    return this.puzzle ? triesAt(this.puzzle) : [];
  });
  readonly done: boolean = $derived(isDone(this.tries));
  readonly found: number = $derived(this.tries.findIndex(({ answer }) => answer === 'found') + 1);
  readonly now: Now | null = $derived.by(() => {
    void this.round;
    return this.posed ? { ...this.posed.now } : null;
  });
  /** Who sits there: oneself, and the bot. */
  readonly table: TableState | null = $derived.by(() => {
    if (!this.posed) return null;
    const { agreed, seat } = this.posed;
    const me = { ...stored.me, here: true };
    const bot = { name: '', bot: RIVAL, avatar: botAnimal(RIVAL), here: true };
    const sat = Array.from({ length: agreed.seats ?? 2 }, (_, n) => (n === seat ? me : bot));
    const names = namesOf(sat);
    const seats = sat.map((one, n) => ({ ...one, name: names[n] ?? '' }));
    return { code: '', phase: 'playing', agreed, seats, game: 1, watchers: 0 };
  });
  readonly names: string[] = $derived((this.table?.seats ?? []).map(({ name }) => name ?? ''));

  /** Open the puzzle of a day, or yesterday's if today's cannot be had. */
  async open(game: string, day: string): Promise<void> {
    if (!isAble()) return void (this.trouble = 'unable');
    try {
      const [page, puzzle, info] = await Promise.all([
        pageOf(game),
        this.load(game, day),
        infoOf(game),
      ]);
      if (!page || !info) throw new Error(`there is no page for ${game}`);
      this.info = info;
      const posed = await this.pose(puzzle, this.wanted(puzzle));
      if (this.counts) this.adopt(puzzle, posed);
      Object.assign(this, { page, puzzle, posed });
      if (this.done) await this.addFirst();
    } catch (problem) {
      console.error(problem);
      this.trouble = 'none';
    }
  }

  private adopt(puzzle: Puzzle, posed: Posed): void {
    adoptTries(puzzle, ({ move, answer }) => {
      const n = posed.now.legal?.indexOf(move) ?? -1;
      return n >= 0 && answerTo(puzzle, n, posed.moves[n] ?? 0).answer === answer;
    });
  }

  private async load(game: string, day: string): Promise<Puzzle> {
    try {
      return await puzzleOf(game, day);
    } catch (problem) {
      if (day !== today()) throw problem;
      const before = await puzzleOf(game, later(day, -1));
      this.late = true;
      return before;
    }
  }

  private wanted({ best, tempting }: Puzzle): number[] {
    return [best, tempting];
  }

  private async pose(puzzle: Puzzle, moves: number[]): Promise<Posed> {
    const { game, variant, seats, line } = puzzle;
    if (!this.info) throw new Error('nothing is known of the game');
    const agreed = { game, variant, seats, assist: 2 };
    return (await device()).pose({ info: this.info, agreed, line, moves });
  }

  /** Make a try; returns it, or null if it was made before. */
  attempt(text: string): Try | null {
    const made = this.made(text);
    this.repeated = !made;
    return made;
  }

  /** The last try was made once more: its tile comes back, and its answer stays. */
  layAgain(): void {
    this.repeated = false;
    this.round += 1;
  }

  private made(text: string): Try | null {
    const { puzzle, posed } = this;
    const n = posed?.now.legal?.indexOf(text) ?? -1;
    this.round += 1;
    if (!puzzle || !posed || n < 0 || this.done) return null;
    if (this.tries.some(({ move }) => move === text)) return null;
    const made = { move: text, ...answerTo(puzzle, n, posed.moves[n] ?? 0) };
    const added = this.counts ? addTry(puzzle, made) : this.pass(made);
    if (added) this.fresh = this.tries.length - 1;
    if (this.done) void this.addFirst();
    return added ? made : null;
  }

  /** How often a try wins, and the best move, in per cent; null while the position is set up. */
  wins({ move }: Try): { p: number; q: number } | null {
    const { puzzle, posed } = this;
    const n = posed?.now.legal?.indexOf(move) ?? -1;
    if (!puzzle || !posed || n < 0) return null;
    const [p = 0, q = 0] = chancesOf(puzzle, n, posed.moves[n] ?? 0).map((one) =>
      Math.round(100 * one),
    );
    return { p, q };
  }

  private pass(made: Try): boolean {
    this.passing = [...this.passing, made];
    return true;
  }

  /** The number of one's first try. */
  private get first(): number | null {
    const n = this.posed?.now.legal?.indexOf(this.tries[0]?.move ?? '') ?? -1;
    return this.posed?.moves[n] ?? null;
  }

  /** Have one's first try shown, too; if that fails the result goes without it. */
  private async addFirst(): Promise<void> {
    const { puzzle, first } = this;
    if (!puzzle || first === null || this.wanted(puzzle).includes(first)) return;
    try {
      this.posed = await this.pose(puzzle, [...this.wanted(puzzle), first]);
    } catch (problem) {
      console.error(problem);
    }
  }

  /** The moves that the result can show; one's first try only if it is another one. */
  readonly choices: Which[] = $derived.by(() =>
    (['best', 'tempting', 'first'] as const).filter(
      (which) => which !== 'first' || (this.posed?.shown.length ?? 0) > 2,
    ),
  );

  shown(which: Which): ShownMove | undefined {
    return this.posed?.shown[['best', 'tempting', 'first'].indexOf(which)];
  }

  /** The winning chance of a move that the result shows, in per cent. */
  percent(which: Which): number {
    const { puzzle, posed } = this;
    const move = this.shown(which)?.move;
    if (!puzzle || !posed || move === undefined) return 0;
    return Math.round(100 * chanceOf(puzzle, posed.moves.indexOf(move), move));
  }

  /** The position after a move, to be looked at. */
  after(which: Which): { now: Now; events: GameEvent[]; recent: GameEvent[] } | null {
    const shown = this.shown(which);
    if (!shown || !this.posed) return null;
    const recent = shown.events as GameEvent[];
    const { now, events } = this.posed;
    return {
      now: { ...now, v: now.v + recent.length, view: shown.view, waiting: [], legal: null },
      events: [...(events as GameEvent[]), ...recent],
      recent,
    };
  }
}
