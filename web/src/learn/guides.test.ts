import { cleanup, render, screen } from '@testing-library/svelte';
import { afterEach, describe, expect, it } from 'vitest';
import { pages } from '../games';
import { LANGUAGES } from '../kit/i18n.svelte';
import GuideView from './Guide.svelte';
import { guideOf } from './load';

afterEach(cleanup);

const said = import.meta.glob<Record<string, string>>('../games/*/howto/words/*.json', {
  eager: true,
  import: 'default',
});
const sources = import.meta.glob<string>('../games/*/howto/*', {
  eager: true,
  import: 'default',
  query: '?raw',
});

describe.each(pages)('how to play %s', (game) => {
  it.each(LANGUAGES)(
    'has a title, sentences and a described picture in every panel: %s',
    async (language) => {
      const guide = await guideOf(game, language);
      if (!guide) throw new Error(`there is nothing in ${language}`);
      render(GuideView, { guide });
      const first = screen.getAllByRole('heading', { level: 2 });
      const more = guide.panels.some(({ variant }) => variant) ? 1 : 0;
      expect(first).toHaveLength(guide.panels.length + more);
      for (const { id } of guide.panels) {
        expect(guide.has(`${id}.title`), id).toBe(true);
        expect(guide.has(`${id}.text`), id).toBe(true);
        const panel = document.getElementById(`how-${id}`);
        expect(panel?.querySelector('[role=img][aria-label]'), id).not.toBeNull();
      }
      // A key that has no words would be shown itself.
      const keys = /\b[a-z]+(\.[a-z0-9]+)*\.(title|text|picture|facts)\b/;
      expect(document.body.innerHTML).not.toMatch(keys);
      expect(guide.has('facts')).toBe(true);
    },
  );

  it('has no words that nothing shows', async () => {
    const guide = await guideOf(game, 'en');
    const text = Object.entries(sources)
      .filter(([path]) => path.includes(`/${game}/howto/`))
      .map(([, source]) => source)
      .join('\n');
    const panels = guide?.panels.map(({ id }) => id) ?? [];
    const unused = Object.keys(said[`../games/${game}/howto/words/en.json`] ?? {})
      .map((key) => key.slice(`${game}.howto.`.length))
      .filter((key) => key !== 'facts' && key !== 'variants')
      .filter((key) => !panels.some((id) => RegExp(`^${id}\\.(title|text|picture)$`).test(key)))
      // Numbered ones are put together: `turn.${n}`.
      .filter((key) => !text.includes(key.replace(/\.\d+.*$/, '.')) && !text.includes(`'${key}'`));
    expect(unused).toEqual([]);
  });
});
