/** The progress of a lesson: offered, then step by step through actions or buttons, then over. */
import type { LessonStep } from '../../games/contract';
import { OFFERED } from './storage';

/** What the page knows of the actions that the steps wait for. */
export interface Sight {
  /** An identity of the element on the page; null: there is none. */
  find(selector: string): unknown;
  /** The number of events of a kind by one's own seat. */
  made(kind: string): number;
}

type Early = NonNullable<LessonStep['until']>[number];

export class LessonProgress {
  readonly steps: LessonStep[];
  at = $state(OFFERED);
  over = $state(false);
  readonly step: LessonStep | null = $derived.by(() => this.steps[this.at] ?? null);
  /** What the step says, and where it points, while something that it needs is missing. */
  private early = $state.raw<Early | null>(null);
  /** The key of the step's current text. */
  readonly says: string = $derived.by(() => this.early?.says ?? this.step?.says ?? '');
  /** What it points at now. */
  readonly points: string[] = $derived.by(() => this.early?.at ?? this.step?.at ?? []);
  private before = { seen: null as unknown, made: 0, any: 0 };

  /** Start at step `at`; `keep` receives each new step, and null at the end. */
  constructor(
    steps: LessonStep[],
    at: number,
    private readonly sight: Sight,
    private readonly keep: (at: number | null) => void,
  ) {
    this.steps = steps;
    this.go(Math.min(at, steps.length - 1));
  }

  get offered(): boolean {
    return this.at === OFFERED;
  }
  get last(): boolean {
    return this.at === this.steps.length - 1;
  }

  /** Go to the next step; from the offer to the first, from the last to the end. */
  next(): void {
    if (this.last) this.end();
    else this.go(this.at + 1);
  }

  /** Go back one step, which then waits for a new action. */
  back(): void {
    if (this.at <= 0) return;
    this.go(this.at - 1);
    this.before.seen = this.seen();
  }

  end(): void {
    this.over = true;
    this.keep(null);
  }

  /** Check the page again: a step whose action is done advances by itself. */
  look(): void {
    if (this.over) return;
    if (this.offered) {
      // A player who moves instead of answering needs no lesson.
      if (this.madeAny() > this.before.made) this.end();
      return;
    }
    while (!this.over && this.done()) this.goOn();
    if (!this.over) this.catchUp();
    this.early = this.tooEarly();
  }

  private tooEarly(): Early | null {
    return this.step?.until?.find(({ sight }) => this.sight.find(sight) === null) ?? null;
  }

  /** A move that a later step waits for completes the steps before it too. */
  private catchUp(): void {
    const waits = this.step?.sight ?? this.step?.deed; // else the step is only text
    if (!waits || this.madeAny() <= this.before.any) return;
    const ahead = this.steps.findIndex(({ deed }, n) => n > this.at && deed);
    if (ahead < 0) return;
    this.go(ahead);
    this.before.made -= 1; // the move has been made for this step
    this.look();
  }

  /** Advance by an action: one move may complete several steps in a row. */
  private goOn(): void {
    const { step, before } = this;
    const deed = step?.deed;
    // It was seen before its event came, which is not one of the next step.
    const due = deed && this.made(step) <= before.made;
    this.next();
    if (deed && deed === this.step?.deed) this.before.made = before.made;
    else if (due && [this.step?.passes].flat().includes(deed)) this.before.made += 1;
  }

  private go(at: number): void {
    this.at = at;
    this.early = this.tooEarly();
    const any = this.madeAny();
    this.before = { seen: null, made: this.offered ? any : this.made(this.step), any };
    this.keep(at);
  }

  private done(): boolean {
    const seen = this.seen();
    if (seen === null) this.before.seen = null;
    const fresh = seen !== null && seen !== this.before.seen;
    return fresh || this.made(this.step) > this.before.made;
  }

  private seen(): unknown {
    return this.step?.sight ? this.sight.find(this.step.sight) : null;
  }

  private made(step: LessonStep | null | undefined): number {
    const kinds = [step?.deed ?? step?.passes ?? []].flat();
    return kinds.reduce((sum, kind) => sum + this.sight.made(kind), 0);
  }

  private madeAny(): number {
    const kinds = this.steps.flatMap(({ deed }) => deed ?? []);
    return kinds.reduce((sum, kind) => sum + this.sight.made(kind), 0);
  }
}
