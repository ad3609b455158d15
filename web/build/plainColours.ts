/**
 * Gives every rule that mixes colours a plain one for engines that cannot (Safari before 16.2, Chrome
 * before 111): they would drop the whole declaration, and a background or a border be gone.
 */
import type { Plugin } from 'vite';

const MIX = /color-mix\(in srgb,((?:[^()]|\([^()]*\))*)\)/g;
const RULE = /([^{};]+)\{([^{}]*color-mix\([^{}]*)\}/g;
const STYLES = /\.(css|svelte)(\?.*lang\.css)?$|&lang\.css$/;
/** With so much of the first colour, in percent, it stands for the mix: a bar must be seen. */
const ENOUGH = 40;

/** The colour that stands for a mix; of hardly any colour there is none. */
function plain(mix: string): string {
  const [one = '', other = ''] = mix.split(/,(?![^(]*\))/).map((part) => part.trim());
  const share = Number(/ (\d+)%$/.exec(one)?.[1] ?? 50);
  const [first, second] = [one, other].map((part) => part.replace(/ \d+%$/, ''));
  return (share < ENOUGH ? second : first) ?? '';
}

/** The declarations of a block that mix colours, with plain ones. */
const plainBlock = (block: string): string =>
  block
    .split(';')
    .filter((line) => line.includes('color-mix('))
    .map((line) => line.replace(MIX, (_, mix: string) => plain(mix)).trim())
    .join(';');

/** A style sheet without comments in which each rule that mixes has a plain one after it. */
export function withPlainColours(css: string): string {
  return css
    .replace(/\/\*[^]*?\*\//g, '')
    .replace(RULE, (rule, selector: string, block: string) => {
      const other = `${selector.trim()}{${plainBlock(block)}}`;
      return `${rule}@supports not (color:color-mix(in srgb,red,red)){${other}}`;
    });
}

/** The plugin: before styles are minified. */
export function plainColours(): Plugin {
  return {
    name: 'plain-colours',
    enforce: 'pre',
    apply: 'build',
    transform: (code, id) =>
      STYLES.test(id) && id.includes('css') && code.includes('color-mix(')
        ? { code: withPlainColours(code), map: null }
        : null,
  };
}
