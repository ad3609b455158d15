/** Every reason of every game has words in three languages. */
import { expect, it } from 'vitest';

type Words = Record<string, string>;
interface Manifest {
  constants: { reasons?: string[] };
}
const manifests = import.meta.glob<Manifest>('./*/local/kernels.json', {
  eager: true,
  import: 'default',
});
const words = import.meta.glob<Words>('./*/words/*.json', { eager: true, import: 'default' });

for (const [path, manifest] of Object.entries(manifests)) {
  const game = path.split('/')[1] ?? '';
  for (const language of ['en', 'de', 'nl'])
    it.runIf(manifest.constants.reasons)(`${game} says its reasons (${language})`, () => {
      const said = words[`./${game}/words/${language}.json`] ?? {};
      const missing = (manifest.constants.reasons ?? []).filter(
        (code) => !said[`${game}.reason.${code}`],
      );
      expect(missing).toEqual([]);
    });
}
