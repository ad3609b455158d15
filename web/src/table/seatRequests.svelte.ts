/** What people ask for about seats, in the waiting room and when a game is over: one at a time. */
import { showRefusal } from '../kit/errorText';
import { sitDown } from '../lobby/createTable';
import type { Asked } from '../wire/connection';
import { forgetSeat } from '../wire/storage.svelte';
import type { Table } from '../wire/table.svelte';

const left = (code: string): string => `hexade.left.${code}`;

/** Whether one left one's seat at a table on purpose, in this tab: one only watches then. */
export function hasLeft(code: string): boolean {
  try {
    return sessionStorage.getItem(left(code)) !== null;
  } catch {
    return false;
  }
}

function rememberLeaving(code: string): void {
  try {
    sessionStorage.setItem(left(code), '1');
  } catch {
    // A browser that saves nothing forgets it with the page.
  }
}

interface Place {
  table: Table;
  /** The game, for the words of a refusal. */
  game: string;
  /** Called after sitting down or standing up: connect again with the new seat. */
  seated: () => void;
}

export class SeatRequests {
  busy = $state(false);
  private readonly place: () => Place;

  constructor(place: () => Place) {
    this.place = place;
  }

  /** Ask the table; a refusal is shown. */
  async ask(asked: Asked): Promise<boolean> {
    const { table, game } = this.place();
    const refused = await table.ask(asked);
    if (!refused) return true;
    showRefusal(refused, game);
    return false;
  }

  /** Do something, unless something is being done already. */
  async once(doing: () => Promise<unknown>): Promise<void> {
    if (this.busy) return;
    this.busy = true;
    await doing().finally(() => (this.busy = false));
  }

  /** Take a seat, the first free one if none is given; whoever has one changes to it. */
  async sit(n?: number): Promise<void> {
    const { table, seated } = this.place();
    const { table: room, seat } = table.known;
    if (!room) return;
    if (seat !== null) return void (await this.ask({ t: 'swap', seat: n ?? null }));
    if (await sitDown(room, n)) seated();
  }

  /** Sit down again under the name that one has now, where one sits. */
  async rename(): Promise<void> {
    const { table, seated } = this.place();
    const { table: room, seat } = table.known;
    if (!room || seat === null || !(await this.ask({ t: 'rise' }))) return;
    forgetSeat(table.code);
    await sitDown(room, seat);
    seated();
  }

  async rise(): Promise<void> {
    const { table, seated } = this.place();
    if (!(await this.ask({ t: 'rise' }))) return;
    forgetSeat(table.code);
    rememberLeaving(table.code);
    seated();
  }
}
