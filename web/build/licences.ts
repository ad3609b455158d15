/** Ships the licences of everything in the page, with their texts: `licences.json`. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';

const web = join(import.meta.dirname, '..');
const read = (path: string): string => readFileSync(join(web, path), 'utf8').trim();

/** What is used, under which licence, and where its text is: in its package, or in licences/. */
const USED = [
  {
    name: 'Bricolage Grotesque',
    use: 'font',
    licence: 'OFL-1.1',
    text: 'node_modules/@fontsource-variable/bricolage-grotesque/LICENSE',
  },
  {
    name: 'Figtree',
    use: 'font',
    licence: 'OFL-1.1',
    text: 'node_modules/@fontsource-variable/figtree/LICENSE',
  },
  { name: 'Noto Emoji', use: 'pictures', licence: 'Apache-2.0', text: 'licences/noto-emoji.txt' },
  { name: 'Fluent Emoji', use: 'avatars', licence: 'MIT', text: 'licences/fluent-emoji.txt' },
  { name: 'Svelte', use: 'code', licence: 'MIT', text: 'node_modules/svelte/LICENSE.md' },
  {
    name: 'intl-messageformat',
    use: 'code',
    licence: 'BSD-3-Clause',
    text: 'node_modules/intl-messageformat/LICENSE.md',
  },
  { name: 'Lean QR', use: 'code', licence: 'MIT', text: 'node_modules/lean-qr/LICENSE' },
  { name: 'Hexade', use: 'code', licence: 'MIT', text: '../LICENSE' },
];

function listed(): string {
  return JSON.stringify(USED.map((used) => ({ ...used, text: read(used.text) })));
}

/** The plugin: one JSON file for the About page, in the build and while developing. */
export function licences(): Plugin {
  const address = 'licences.json';
  return {
    name: 'licences',
    generateBundle() {
      this.emitFile({ type: 'asset', fileName: address, source: listed() });
    },
    configureServer(server) {
      server.middlewares.use(`/${address}`, (_, answer) => {
        answer.setHeader('content-type', 'application/json');
        answer.end(listed());
      });
    },
  };
}
