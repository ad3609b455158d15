/** Sends what was written, and says who may write at all. */
import { errorText } from '../kit/errorText';
import { toast } from '../kit/toast.svelte';
import type { Known } from '../wire/fold';
import type { Table } from '../wire/table.svelte';

/** The server's default (chat_length); if it refuses a message, the text is restored. */
export const LONGEST = 300;

/** C4: partners do not consult, so nobody writes while a closed team game is on. */
export function isClosed({ seat, table }: Known): boolean {
  const own = seat === null ? undefined : table?.seats[seat];
  return own?.team != null && table?.agreed.talk !== 'open' && table?.phase === 'playing';
}

/** Whether one has somebody to write to: another person has a seat. */
export const hasCompany = ({ seat, table }: Known): boolean =>
  seat !== null && Boolean(table?.seats.some((one, n) => n !== seat && one.name && !one.bot));

/** Send the message that was written; a refused one is there again. */
export async function send(table: Pick<Table, 'draft' | 'ask'>): Promise<void> {
  const { draft } = table;
  const said = draft.text.trim();
  if (!said) return;
  draft.text = '';
  const refused = await table.ask({ t: 'chat', text: said });
  if (!refused) return;
  draft.text ||= said;
  toast(errorText(refused), 'x', true);
}
