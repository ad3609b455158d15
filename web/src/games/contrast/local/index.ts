/** The game at a table in the page: its module is loaded when a table needs it. */
import type { LoadLocalGame } from '../../../local/game';
import type { Kernels } from '../../../local/kernels';
import { loaded } from '../../../local/load';
import { Contrast } from './game';
import manifest from './kernels.json';
import url from './kernels.wasm?url';
import { ContrastTable } from './state';

/** The game over kernels that are in memory. */
export const over = (kernels: Kernels): Contrast => new Contrast(new ContrastTable(kernels));

export const load: LoadLocalGame = async (agreed) => over(await loaded(url, manifest, agreed));
