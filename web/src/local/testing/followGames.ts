/**
 * Follows games that Python has described, and compares what the page says of every moment:
 * `node followGames.ts GAME FILE`. What was learned lies beside the file.
 */
import { createReadStream, readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { isDeepStrictEqual } from 'node:util';
import type { Event, LocalGame, Move, Seat, Setup } from '../game.ts';
import type * as KernelsModule from '../kernels.ts';
import type * as LoadModule from '../load.ts';
import type * as RecordModule from '../record.ts';
import { bundled } from './bundle.ts';

type Said = Record<string, unknown>;
interface Thought {
  seat: Seat;
  moves: Move[];
  judged: Move[];
  tasted: unknown[];
  effort: number;
}
interface Moment {
  refused: [Seat, Move, unknown][];
  thoughts: Thought[];
}
interface Head {
  record: { events: Event[]; result: Said | null };
  setup: Setup;
  faults: { events: Event[]; found: unknown; whole: number }[];
  moments: number;
}

const [name = '', file = ''] = process.argv.slice(2);
const WATCHER = -2;
const local = dirname(import.meta.dirname);
const home = join(dirname(local), 'games', name, 'local');

type Bundle = typeof KernelsModule &
  typeof LoadModule &
  typeof RecordModule & { over: (kernels: KernelsModule.Kernels) => LocalGame };

const page = await bundled<Bundle>([
  ...['kernels', 'load', 'record'].map((one) => join(local, `${one}.ts`)),
  join(home, 'index.ts'),
]);
const bytes = readFileSync(join(home, 'kernels.wasm'));
const manifest = JSON.parse(readFileSync(join(home, 'kernels.json'), 'utf8'));

async function gameFor(setup: Setup): Promise<LocalGame> {
  const kernels = await page.loadKernels(bytes, manifest);
  await page.readied(kernels, { game: name, ...setup }, async (learned) => {
    const kept = await readFile(join(dirname(file), learned));
    return kept.buffer.slice(kept.byteOffset, kept.byteOffset + kept.length);
  });
  return page.over(kernels);
}

const asJson = (value: unknown): unknown => JSON.parse(JSON.stringify(value ?? null));

/** Say where two values differ first, and stop. */
function demand(ours: unknown, theirs: unknown, what: string): void {
  const [page, python] = [asJson(ours), asJson(theirs)];
  if (isDeepStrictEqual(page, python)) return;
  if (page && python && typeof page === 'object' && typeof python === 'object')
    for (const key of new Set([...Object.keys(python), ...Object.keys(page)]))
      demand((page as Said)[key], (python as Said)[key], `${what}.${key}`);
  console.log(`${what}: the page says ${JSON.stringify(page)}, Python ${JSON.stringify(python)}`);
  process.exit(1);
}

const said = (reason: { code: string; rule: string; text: string } | null): unknown =>
  reason && [reason.code, reason.rule, reason.text];

function saidOf(game: LocalGame, state: unknown, setup: Setup, asked: Moment, n: number): Said {
  const players = Array.from({ length: setup.seats }, (_, seat) => seat);
  const views = [...players, WATCHER].map((seat) => game.view(state, seat));
  const acts = game.toAct(state);
  return {
    acts,
    seen: game.seenToAct(state),
    legal: Object.fromEntries(
      players.map((seat) => [seat, game.legal(state, seat).map((move) => game.text(move))]),
    ),
    shows: views.map((view) => game.show(view, [0])),
    plies: views.map((view) => [game.ply(view), game.turnsLeft(view)]),
    scores: game.scores(views.at(-1)),
    chances: game.chances(state),
    absent: players.map((seat) => game.absent(state, seat)),
    result: game.result(state),
    refused: asked.refused.map(([seat, move]) => [
      seat,
      move,
      said(game.whyNot(state, seat, move)),
    ]),
    thoughts: asked.thoughts.map((thought) => thoughtOf(game, state, thought, n)),
  };
}

function thoughtOf(game: LocalGame, state: unknown, asked: Thought, n: number): Said {
  const { seat, moves, judged, effort } = asked;
  const view = game.view(state, seat);
  const legal = game.legal(state, seat);
  return {
    seat,
    preview: game.preview(view, legal),
    moves,
    giveaways: moves.map((move) => game.giveaway(view, move)),
    reasons: moves.map((move) => game.reasons?.(view, legal, move) ?? []),
    slips: moves.map((move) => game.slip?.(view, legal, move, legal.at(-1) ?? move) ?? null),
    tasted: asked.tasted.map((_, n) => game.tasted?.(view, moves, 1 << n) ?? []),
    worth: game.worth(view, moves),
    judged,
    effort,
    judge: game.judge(view, judged, effort, BigInt(n)) ?? [],
    risks: moves.map((move) => game.risk?.(view, move) ?? null),
    intents: moves.map((move) => game.intent?.(seat, move) ?? null),
    bots: Object.fromEntries(
      (game.players ?? []).map((bot) => [bot, game.play?.(bot, view, BigInt(n))]),
    ),
    world: game.determinize && game.show(game.view(game.determinize(view, BigInt(n)), WATCHER)),
  };
}

/** Follow one game; `next` gives what Python says of it, moment by moment. */
async function follow(head: Head, next: () => Promise<Said>): Promise<void> {
  const { setup, record } = head;
  const game = await gameFor(setup);
  const course = { setup, events: record.events, result: record.result };
  const levels = game.levels(setup).map((one) => [one.effort, one.noise, one.pull, one.tastes]);
  const found = {
    levels,
    stake: game.stake(setup),
    sides: game.sides(setup),
    measure: game.measure(setup, { ranks: [], ...record.result }),
  };
  demand({ ...head, ...found }, head, 'the game');
  const steps = page.replay(game, course);
  const events: Event[] = [];
  for (let n = 0; n < head.moments; n++) {
    const { moment, ...heard } = await next();
    const step = n ? steps.next().value : { state: game.begin(setup), events: [] };
    if (!step) throw new Error('the page has fewer moments than Python');
    events.push(...step.events);
    const seats = n ? [...Array.from({ length: setup.seats }, (_, seat) => seat), WATCHER] : [];
    const told = seats.map((seat) => step.events.map((event: Event) => game.tell(event, seat)));
    const where = `${setup.variant} for ${setup.seats}, moment ${n}`;
    demand({ events: step.events, told }, heard, where);
    demand(saidOf(game, step.state, setup, moment as Moment, n), moment, where);
  }
  demand(steps.next().done, true, 'the end');
  demand(events, record.events, 'the record');
  demand(page.verify(game, course), record.result, 'the result');
  for (const fault of head.faults)
    demand(faultOf(game, head, fault.events, fault.whole), fault.found, 'a fault');
}

/** How a record that was tampered with is refused; its last events are those of the true one. */
function faultOf(
  game: LocalGame,
  { setup, record }: Head,
  events: Event[],
  whole: number,
): unknown {
  const rest = record.events.slice(record.events.length - (whole - events.length));
  const all = whole === events.length ? events : [...events, ...rest];
  try {
    page.verify(game, { setup, events: all, result: record.result });
    return null;
  } catch (error) {
    if (!(error instanceof page.Fault)) throw error;
    return [error.reason.code, error.reason.rule, error.event];
  }
}

function unread(game: LocalGame, text: string): unknown {
  try {
    return game.parse(text);
  } catch (error) {
    return said((error as { reason: { code: string; rule: string; text: string } }).reason);
  }
}

const lines = createInterface({ input: createReadStream(file, 'utf8') })[Symbol.asyncIterator]();
const next = async (): Promise<Said> => JSON.parse((await lines.next()).value as string) as Said;
const first = (await next()).unread as Said;
const [setup] = manifest.setups;
const any = await gameFor({ ...setup, start: 0, options: {} });
for (const [text, expected] of Object.entries(first)) demand(unread(any, text), expected, text);
for (let line = await lines.next(); !line.done; line = await lines.next())
  await follow(JSON.parse(line.value) as Head, next);
