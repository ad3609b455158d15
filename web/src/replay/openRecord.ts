/** Opens a record from a file or a link: this device checks it by the rules and keeps it. */
import { t } from '../kit/i18n.svelte';
import { toast } from '../kit/toast.svelte';
import { go } from '../router.svelte';
import { ApiError, infoOf } from '../wire/http';
import { device } from '../wire/local';
import { BrokenRecord, brokenText } from './broken';
import { unpack } from './packed';

/** Larger than any record of a game. */
const MOST_BYTES = 4_000_000;

const refused = (text: string): BrokenRecord =>
  new BrokenRecord({ code: 'not-a-record', rule: '', text });

/** Keep the first record of a text; returns the id of its replay. */
export async function kept(text: string): Promise<string> {
  let record: unknown;
  try {
    record = JSON.parse(text.trim().split('\n', 1)[0] ?? '');
  } catch {
    throw refused('this is not a record of a game');
  }
  if (record === null || typeof record !== 'object' || Array.isArray(record))
    throw refused('this is not a record of a game');
  const found = record as Record<string, unknown>;
  const info = typeof found.game === 'string' ? await infoOf(found.game) : undefined;
  if (!info) throw refused('this is a record of a game that is not known here');
  try {
    return await (await device()).take(found, info);
  } catch (error) {
    throw error instanceof ApiError ? new BrokenRecord(error.problem, info.game) : error;
  }
}

/** Keep the record in a link; returns the id of its replay. */
export async function keptFromLink(part: string): Promise<string> {
  const text = await unpack(part).catch(() => {
    throw refused('the link was damaged');
  });
  return kept(text);
}

/** Open the record in a file, or say why it cannot be opened. */
export async function openFile(file: File): Promise<void> {
  try {
    if (file.size > MOST_BYTES) throw refused('this file is too large for a record');
    go(`/r/${await kept(await file.text())}`);
  } catch (error) {
    if (!(error instanceof BrokenRecord)) return void toast(t('trouble.unknown'), 'help', true);
    toast(brokenText(error), 'help', true, { rule: error.problem.rule, game: error.game });
  }
}
