/** The puzzles of the day for tests: which moves are right and wrong, and a day to solve them on. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { daysBetween, EPOCH } from '../src/daily/dates.ts';
import { person, type Screen } from './browser.ts';
import { complaints } from './checks.ts';
import { program } from './server.ts';

const games = join(import.meta.dirname, '..', 'src', 'games');
/** Lower by so much a move is neither found nor close. */
const CLEARLY = 0.12;

/** The games that have puzzles, the first one first. */
export const puzzleGames: string[] = [
  ...new Set(globSync('*/daily/*.json', { cwd: games }).map((path) => path.split('/')[0] ?? '')),
].sort();

export interface Moves {
  /** The puzzle's own name, by which tries are kept. */
  id: string;
  best: string;
  /** Some that are neither right nor close. */
  wrong: string[];
}

/** The best move of a day's puzzle in words, and wrong ones. */
export function movesOf(game: string, day: string): Moves {
  const folder = join(games, game, 'daily');
  const days = globSync('*.json', { cwd: folder })
    .sort()
    .flatMap((file) => JSON.parse(readFileSync(join(folder, file), 'utf8')).days);
  const puzzle = days[daysBetween(EPOCH, day) % days.length];
  const code = `
import json, string, sys
from hexade import games
from hexade.lab import puzzles
asked = json.load(sys.stdin)
game, puzzle = games.find(asked["game"]), asked["puzzle"]
state = puzzles.position(game, puzzles.setup_of(game), puzzle["line"])
(seat,) = game.to_act(state)
view, legal = game.view(state, seat), game.legal(state, seat)
letters = string.ascii_uppercase + string.ascii_lowercase + string.digits + "-_"
def chance(n, move):
    close = puzzle["exact"].get(str(move))
    return letters.index(puzzle["values"][n]) / 63 if close is None else close / 1000
top = puzzle["exact"][str(puzzle["best"])] / 1000
wrong = [game.text(m) for n, m in enumerate(legal)
         if game.puzzles.compare(view, puzzle["best"], m) != "=" and chance(n, m) < top - ${CLEARLY}]
best = game.text(puzzle["best"])
print(json.dumps({"id": puzzle["id"], "best": best, "wrong": wrong[:: max(1, len(wrong) // 24)]}))`;
  const env = { ...process.env, NUMBA_DISABLE_JIT: '1' };
  const input = JSON.stringify({ game, puzzle });
  const python = join(dirname(program), 'python');
  const done = spawnSync(python, ['-c', code], { input, env, encoding: 'utf8' });
  assert.equal(done.status, 0, done.stderr);
  return JSON.parse(done.stdout) as Moves;
}

/** Somebody on a day: only the date is fixed, time goes on. */
export async function on(
  browser: Browser,
  day: string,
  screen: Screen,
  more: BrowserContextOptions = {},
) {
  const wish = { serviceWorkers: 'block', ...more } as const;
  const { context, page } = await person(browser, screen, 'light', wish);
  await context.clock.setFixedTime(new Date(`${day}T12:00:00`));
  return { context, page, bad: complaints(page) };
}

/** The place of a try in the list of tries: "Try 1: found". */
export const tried = (page: Page, n: number, answer: string): Promise<void> =>
  page.getByText(`Try ${n}: ${answer}`).first().waitFor({ state: 'attached' });
