import { beforeEach, describe, expect, it, vi } from 'vitest';
import { tokenOf } from '../wire/local';
import type { Agreed, News, VariantInfo } from '../wire/messages';
import type { LocalGame } from './game';
import { posed } from './position';
import { Fault, verify } from './record';
import { setupOf } from './setup';
import { LocalTable } from './state';
import { CarefulStore } from './store';
import { Device, MemoryStore } from './testing/device';
import { TOY, TOY_INFO } from './testing/toy';

const TURNS = { game: 'toy', variant: 'turns', seats: 2 };
const PEOPLE = [
  { name: 'Ada', avatar: 'fox' },
  { name: 'Ben', avatar: 'owl' },
];

let store: MemoryStore;
let device: Device;
beforeEach(() => {
  store = new MemoryStore();
  device = new Device(store);
});

/** Cards of others that a seat was told of. */
const leaked = (heard: News[], seat: number | null): unknown[] =>
  heard
    .flatMap((news) => ('events' in news ? (news.events ?? []) : []))
    .filter((event) => event.event === 'deal' && event.seat !== seat && 'card' in event);
const viewed = (heard: News[]): unknown[] =>
  heard.flatMap((news) => {
    const view = 'view' in news ? news.view : 'now' in news ? news.now?.view : undefined;
    return view ? [view.card] : [];
  });

async function shared(agreed = {}): Promise<string> {
  return device.create({ agreed: { ...TURNS, ...agreed }, people: PEOPLE, sit: null });
}

describe('a table in the page', () => {
  it('plays a whole game against a bot, tells the result and keeps the record', async () => {
    const code = await device.create({ agreed: { game: 'toy', seats: 2 }, bots: ['level1'] });
    const page = await device.open(code);
    expect(page.last('welcome')).toMatchObject({
      seat: 0,
      owner: true,
      table: { phase: 'playing' },
    });
    expect(page.now).toMatchObject({ legal: ['low', 'high'], preview: { low: 1 } });
    const answer = await page.ask({ t: 'move', v: page.now?.v ?? 0, move: 'low' });
    expect(answer?.t).toBe('moved'); // the bot had chosen at once
    expect(page.last('table').table.phase).toBe('over');
    expect(page.now).toMatchObject({ replay: `${code}.1`, result: { ranks: expect.any(Array) } });
    const played = store.gamesKept.get(`${code}.1`);
    expect(played?.players).toEqual([
      { name: 'Ada', avatar: 'fox', bot: null },
      { name: 'level1', avatar: '', bot: 'level1' },
    ]);
    const replay = await device.host.replay(`${code}.1`);
    expect(replay.frames.at(-1)).toMatchObject({ waiting: [], legal: 0, v: 4 });
    expect(replay.frames.flatMap(({ events }) => events)).toEqual(played?.events);
  });

  it('shows each seat its own secrets and nobody else’s', async () => {
    const code = await shared({ take_back: false });
    const [ada, ben] = [await device.open(code, tokenOf(0)), await device.open(code, tokenOf(1))];
    const nobody = await device.open(code);
    expect(nobody.last('welcome').seat).toBeNull();
    await ada.ask({ t: 'move', v: ada.now?.v ?? 0, move: 'high', then: 'keep' });
    await ben.ask({ t: 'move', v: ben.now?.v ?? 0, move: 'low', then: 'keep' });
    expect(ada.now?.result).toBeTruthy();
    expect(leaked(ada.heard, 0)).toEqual([]);
    expect(leaked(ben.heard, 1)).toEqual([]);
    expect(leaked(nobody.heard, null)).toEqual([]);
    expect(viewed(nobody.heard).filter(Boolean)).toEqual([]);
  });

  it('refuses with the codes of the server', async () => {
    const code = await shared();
    const [ada, ben] = [await device.open(code, tokenOf(0)), await device.open(code, tokenOf(1))];
    const v = ada.now?.v ?? 0;
    const code_ = async (page: typeof ada, request: Parameters<typeof ada.ask>[0]) => {
      const answer = await page.ask(request);
      return answer?.t === 'refused' ? answer.code : answer?.t;
    };
    expect(await code_(ben, { t: 'move', v, move: 'low' })).toBe('not-your-turn');
    expect(await code_(ada, { t: 'move', v: v + 1, move: 'low' })).toBe('stale');
    expect(await code_(ada, { t: 'move', v, move: 'swap' })).toBe('no-word');
    expect(await code_(ada, { t: 'move', v, move: '?' })).toBe('unreadable');
    expect(await code_(ada, { t: 'take_back' })).toBe('too-late');
    expect(await code_(ada, { t: 'rematch' })).toBe('not-over');
    expect(await code_(ada, { t: 'hint' })).toBe('assist');
    expect(await code_(ada, { t: 'rise' })).toBe('local');
  });

  it('says why in a hint, three reasons at most', async () => {
    const why = ['a', 'b', 'c', 'd'].map((one) => ({ why: one }));
    const coach = { ...TOY, reasons: () => why } as unknown as LocalGame;
    device = new Device(store, async () => coach);
    const agreed = { ...TURNS, assist: 3 };
    const page = await device.open(await device.create({ agreed, bots: ['random'] }));
    const hinted = await page.ask({ t: 'hint' });
    expect(hinted).toMatchObject({ t: 'hinted', moves: [{ reasons: why.slice(0, 3) }, {}] });
  });

  it('begins with a line of moves, and goes on from there', async () => {
    const line = '2 3 0 1'; // two cards, what the first seat says, and its new card
    const bots = ['random'];
    const code = await device.create({ agreed: { ...TURNS, take_back: false }, bots, line });
    const page = await device.open(code);
    const said = page.last('welcome').events as { event: string }[];
    expect(said.slice(0, 4).map(({ event }) => event)).toEqual(['deal', 'deal', 'say', 'deal']);
    // It is no whole game, and ladders and statistics leave it out.
    expect(page.last('welcome').table.from).toEqual({ replay: '', v: 4 });
    const wish = { info: TOY_INFO, agreed: TURNS, line, moves: [1] };
    const found = await posed(async () => TOY as LocalGame, wish);
    expect([found.seat, found.now.waiting]).toEqual([1, [1]]);
    expect(found.now.legal).toContain(found.shown[0]?.text);
    expect(found.events).toHaveLength(found.now.v);
    expect(JSON.stringify(found.events)).not.toContain('"card":2'); // nobody else's secret
  });

  it.each(['', ' ', 'x'.repeat(25), 'bot:level3', ' Bot:Ada', 'cmd:play'])(
    'seats nobody whose name a server would refuse: %j',
    async (name) => {
      const sit = { name, avatar: 'fox' };
      const made = device.create({ agreed: TURNS, sit, bots: ['random'] });
      await expect(made).rejects.toMatchObject({ reason: { code: 'name' } });
    },
  );

  it('counts the letters of a name as they are seen', async () => {
    const sit = { name: `  ${'🦊'.repeat(22)}  A `, avatar: 'fox' };
    const code = await device.create({ agreed: TURNS, sit, bots: ['random'] });
    expect(store.tablesKept.get(code)?.occupants[0]?.name).toBe(`${'🦊'.repeat(22)} A`);
  });

  it('holds a move that reveals nothing, and takes it back', async () => {
    const code = await shared();
    const [ada, ben] = [await device.open(code, tokenOf(0)), await device.open(code, tokenOf(1))];
    const v = ada.now?.v ?? 0;
    expect((await ada.ask({ t: 'move', v, move: 'low' }))?.t).toBe('held');
    expect(ben.last('held')).toMatchObject({ seat: 0, v });
    expect((await ben.ask({ t: 'take_back' }))?.t).toBe('refused');
    expect((await ada.ask({ t: 'take_back' }))?.t).toBe('taken_back');
    expect(ada.now).toMatchObject({ v, waiting: [0] });
    await ada.ask({ t: 'move', v, move: 'low' });
    await device.pass(3000);
    expect(ben.now).toMatchObject({ waiting: [1], v: v + 2 });
  });

  it('lets whoever comes next go on over a held move, which then stands', async () => {
    const code = await shared();
    const [ada, ben] = [await device.open(code, tokenOf(0)), await device.open(code, tokenOf(1))];
    const v = ada.now?.v ?? 0;
    await ada.ask({ t: 'move', v, move: 'low' });
    expect(ada.last('held')).toMatchObject({ hold: 1, waiting: [1] });
    const held = ben.last('held');
    expect(held).toMatchObject({ hold: 1, waiting: [1], legal: ['low', 'high'] });
    const over = { t: 'move', v: v + held.events.length, move: 'low' } as const;
    expect(await ben.ask({ ...over, hold: 2 })).toMatchObject({ t: 'refused' });
    expect((await ada.ask({ t: 'take_back', hold: 1 }))?.t).toBe('taken_back');
    await ada.ask({ t: 'move', v, move: 'high', then: 'keep' });
    expect(ben.last('held').hold).toBe(2);
    // A move for the first hold lands on no other board.
    expect(await ben.ask({ ...over, hold: 1 })).toMatchObject({ t: 'refused' });
    const answer = await ben.ask({ ...over, v: v + ben.last('held').events.length, hold: 2 });
    expect(answer?.t).not.toBe('refused');
    expect(ada.heard.findLast(({ t }) => t === 'moved')).toBeTruthy();
    expect(await ada.ask({ t: 'take_back' })).toMatchObject({ code: 'too-late' });
  });

  it('settles a held move when its player or the next one goes on', async () => {
    const code = await shared();
    const [ada, ben] = [await device.open(code, tokenOf(0)), await device.open(code, tokenOf(1))];
    const v = ada.now?.v ?? 0;
    await ada.ask({ t: 'move', v, move: 'low' });
    expect(await ben.ask({ t: 'settle', hold: 1 })).toMatchObject({ t: 'moved' });
    expect(ben.now).toMatchObject({ waiting: [1], v: v + 2 });
    expect(await ada.ask({ t: 'settle', hold: 1 })).toMatchObject({ t: 'moved', events: [] });
    expect(await ada.ask({ t: 'settle', hold: 2 })).toMatchObject({ code: 'stale' });
  });

  it('settles no move that was taken back before another one came to stand', async () => {
    const code = await shared();
    const ada = await device.open(code, tokenOf(0));
    const v = ada.now?.v ?? 0;
    await ada.ask({ t: 'move', v, move: 'low' });
    await ada.ask({ t: 'take_back', hold: 1 });
    await ada.ask({ t: 'move', v, move: 'low' });
    expect(await ada.ask({ t: 'settle', hold: 1 })).toMatchObject({ code: 'stale' });
    expect(await ada.ask({ t: 'settle', hold: 2 })).toMatchObject({ t: 'moved' });
    expect(await ada.ask({ t: 'settle', hold: 1 })).toMatchObject({ code: 'stale' });
    expect(await ada.ask({ t: 'settle', hold: 2 })).toMatchObject({ t: 'moved', events: [] });
  });

  it('holds nothing against bots', async () => {
    const code = await device.create({ agreed: TURNS, bots: ['level1'] });
    const page = await device.open(code);
    const answer = await page.ask({ t: 'move', v: page.now?.v ?? 0, move: 'low', then: 'keep' });
    expect(answer?.t).toBe('moved');
    expect(page.heard.filter(({ t }) => t === 'held')).toEqual([]);
  });

  it('does not do a repeated request twice', async () => {
    const code = await shared({ take_back: false });
    const ada = await device.open(code, tokenOf(0));
    const v = ada.now?.v ?? 0;
    await ada.ask({ t: 'move', v, move: 'low' }, 'same');
    const again = await ada.ask({ t: 'move', v, move: 'low' }, 'same');
    expect(again).toMatchObject({ t: 'moved', events: [] });
  });

  it('belongs to one tab at a time: the last one that opened it', async () => {
    const code = await shared({ take_back: false });
    const first = await device.open(code, tokenOf(0));
    device.anotherTab();
    const second = await device.open(code, tokenOf(0));
    expect([first.closed, second.closed]).toEqual([4409, null]);
    expect((await second.ask({ t: 'move', v: 2, move: 'low' }))?.t).toBe('moved');
  });

  it('says that a download was torn, and can be opened again', async () => {
    const code = await shared();
    device.reload();
    device.torn = new TypeError('the network broke');
    expect((await device.open(code)).closed).toBe(4510);
    await expect(shared()).rejects.toThrow('the network broke');
    device.torn = null;
    expect((await device.open(code)).last('welcome').table.phase).toBe('playing');
  });

  it('says that a table cannot be shown, and can be opened again', async () => {
    const code = await shared();
    const said = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const broken = vi.spyOn(TOY, 'view').mockImplementation(() => {
      throw new RangeError('the view broke');
    });
    const page = await device.open(code, tokenOf(0));
    expect([page.closed, page.heard]).toEqual([4510, []]);
    expect(said).toHaveBeenCalledOnce();
    broken.mockRestore();
    said.mockRestore();
    expect((await device.open(code, tokenOf(0))).last('welcome').seat).toBe(0);
  });

  it('opens nobody’s view with a token of no person', async () => {
    const code = await device.create({ agreed: { game: 'toy', seats: 2 }, bots: ['random'] });
    const page = await device.open(code, tokenOf(1));
    expect([page.closed, page.heard]).toEqual([4401, []]);
    expect((await device.open('LOCAL-AAAAAA')).closed).toBe(4404);
  });
});

describe('a private choice', () => {
  /** A table at which Ada has the card 3. */
  async function dealt(agreed = {}): Promise<string> {
    for (let n = 0; n < 200; n++) {
      const code = await shared(agreed);
      if (store.tablesKept.get(code)?.events[0]?.card === 3) return code;
    }
    throw new Error('the card was never dealt');
  }

  it('is known to its seat alone, also after a reload', async () => {
    const code = await dealt({ take_back: false });
    const [ada, ben] = [await device.open(code, tokenOf(0)), await device.open(code, tokenOf(1))];
    const before = ben.heard.length;
    const answer = await ada.ask({ t: 'move', v: 2, move: 'high' });
    expect(answer).toMatchObject({ t: 'moved', v: 3, now: { legal: ['keep', 'swap'] } });
    expect(ben.heard.slice(before)).toEqual([]);
    device.reload();
    const again = await device.open(code, tokenOf(0));
    expect(again.now).toMatchObject({ v: 3, legal: ['keep', 'swap'] });
    expect((await device.open(code, tokenOf(1))).now).toMatchObject({ v: 2, waiting: [0] });
    expect((await again.ask({ t: 'move', v: 3, move: 'swap' }))?.t).toBe('moved');
    expect(again.now?.waiting).toEqual([1]);
  });

  it('can be taken back alone when the move before it stands', async () => {
    const code = await dealt();
    const [ada, ben] = [await device.open(code, tokenOf(0)), await device.open(code, tokenOf(1))];
    const before = ben.heard.length;
    const move = await ada.ask({ t: 'move', v: 2, move: 'high' });
    expect(move).toMatchObject({ t: 'held', v: 2, legal: ['keep', 'swap'] });
    await device.pass(3000);
    expect(ada.now).toMatchObject({ v: 3, legal: ['keep', 'swap'] });
    expect(ben.heard.slice(before)).toEqual([]);
    expect(await ada.ask({ t: 'move', v: 3, move: 'swap' })).toMatchObject({ t: 'held', v: 3 });
    expect(ben.last('held')).toMatchObject({ v: 2, events: [{ word: 'high' }, { event: 'swap' }] });
    const back = await ada.ask({ t: 'take_back' });
    expect(back).toMatchObject({ t: 'taken_back', now: { v: 3, legal: ['keep', 'swap'] } });
    expect(ben.now).toMatchObject({ v: 2, waiting: [0] });
    await ada.ask({ t: 'move', v: 3, move: 'swap' });
    device.reload();
    const again = await device.open(code, tokenOf(1));
    expect(again.now).toMatchObject({ v: 5, waiting: [1] }); // it stands after a reload
  });

  it('is refused with the move where there is none', async () => {
    const code = await dealt({ take_back: false });
    const ada = await device.open(code, tokenOf(0));
    const refused = await ada.ask({ t: 'move', v: 2, move: 'low', then: 'swap' });
    expect(refused).toMatchObject({ t: 'refused', code: 'no-word' });
    expect((await ada.ask({ t: 'move', v: 2, move: 'high', then: 'swap' }))?.t).toBe('moved');
  });
});

describe('choices made together', () => {
  it('stay sealed until the last one is in, also over a reload', async () => {
    const code = await device.create({ agreed: { game: 'toy', seats: 2 }, people: PEOPLE });
    const ada = await device.open(code, tokenOf(0));
    const chosen = await ada.ask({ t: 'move', v: 2, move: 'high' });
    expect(chosen).toMatchObject({ t: 'chosen', waiting: [1], mine: 'high' });
    device.reload();
    const ben = await device.open(code, tokenOf(1));
    expect(ben.now).toMatchObject({ waiting: [1], view: { chosen: [0] } });
    expect(ben.now?.mine).toBeNull();
    await ben.ask({ t: 'move', v: 2, move: 'low' });
    expect(ben.now?.result).toBeTruthy();
  });

  it('are counted down for the last one (F4)', async () => {
    const code = await device.create({ agreed: { game: 'toy', seats: 2 }, people: PEOPLE });
    const ada = await device.open(code, tokenOf(0));
    expect(await ada.ask({ t: 'count' })).toMatchObject({ code: 'choose-first' });
    await ada.ask({ t: 'move', v: 2, move: 'high' });
    expect(await ada.ask({ t: 'count' })).toMatchObject({ t: 'counting', seats: [1] });
    await device.pass(3000);
    expect(ada.last('moved').events).toMatchObject([{ word: 'high' }, { word: 'pass' }]);
  });

  it('end with the round’s time, which stands while nobody looks', async () => {
    const agreed = { game: 'toy', seats: 2, round_s: 10 };
    const code = await device.create({ agreed, bots: ['random'] });
    const page = await device.open(code);
    await device.pass(6000);
    await page.leave();
    await device.pass(60_000);
    const back = await device.open(code);
    expect(back.now?.result).toBeNull();
    await device.pass(4000);
    expect(back.now?.result).toBeTruthy();
  });
});

describe('a clock', () => {
  it('stands while the device is passed on, and gives a late seat to a bot', async () => {
    const code = await shared({ take_back: false, clock: { player_s: 60, increment_s: 5 } });
    const ada = await device.open(code, tokenOf(0));
    await device.pass(10_000);
    await ada.ask({ t: 'move', v: 2, move: 'low' });
    expect(ada.now).toMatchObject({ left_ms: [55_000, 60_000], stands: true });
    await device.pass(600_000);
    const ben = await device.open(code, tokenOf(1));
    await ada.leave();
    expect(ben.now).toMatchObject({ stands: false, waiting: [1] });
    await device.pass(60_000);
    expect(ben.now?.result).toBeTruthy();
  });
});

describe('after a game', () => {
  it('a rematch begins with the next seat', async () => {
    const code = await shared({ take_back: false });
    const ada = await device.open(code, tokenOf(0));
    await ada.ask({ t: 'move', v: 2, move: 'low' });
    const ben = await device.open(code, tokenOf(1));
    await ben.ask({ t: 'move', v: 4, move: 'low' });
    expect((await ben.ask({ t: 'rematch' }))?.t).toBe('done');
    expect(ben.now).toMatchObject({ game: 2, v: 2, waiting: [1] });
    expect([...store.gamesKept.keys()]).toEqual([`${code}.1`]);
  });

  it('it goes on after a reload where it was', async () => {
    const code = await shared({ take_back: false });
    const ada = await device.open(code, tokenOf(0));
    await ada.ask({ t: 'move', v: 2, move: 'low' });
    const { now } = ada;
    device.reload();
    const again = await device.open(code, tokenOf(0));
    expect(again.now).toEqual(now);
    expect(again.last('welcome').events).toHaveLength(4);
  });

  it('one can play on from any move of it', async () => {
    const code = await shared({ take_back: false });
    const ada = await device.open(code, tokenOf(0));
    await ada.ask({ t: 'move', v: 2, move: 'low' });
    await (await device.open(code, tokenOf(1))).ask({ t: 'move', v: 4, move: 'low' });
    const from = { replay: `${code}.1`, v: 4 };
    const sit = { ...PEOPLE[0], seat: 1, name: 'Ada' };
    const next = await device.create({ agreed: { game: 'toy' }, from, sit, bots: ['level8'] });
    const page = await device.open(next);
    expect(page.last('welcome')).toMatchObject({ seat: 1, table: { from }, now: { waiting: [1] } });
    await expect(
      device.create({ agreed: { game: 'toy' }, from: { ...from, v: 3 } }),
    ).rejects.toThrow('nobody had to move');
  });

  it('the analysis finds what each move lost', async () => {
    const code = await device.create({ agreed: { game: 'toy', seats: 2 }, bots: ['level8'] });
    const page = await device.open(code);
    await page.ask({ t: 'move', v: 2, move: 'low' });
    expect(await device.host.analysis(`${code}.1`)).toMatchObject({ state: 'waiting' });
    await device.quiet();
    const found = await device.host.analysis(`${code}.1`);
    expect(found).toMatchObject({ state: 'ready', done: 2, of: 2 });
    expect(found.choices.map(({ seat }) => seat)).toEqual([0, 1]);
    expect(found.players[1]).toMatchObject({ mistakes: 0, blunders: 0 });
  });
});

describe('what is kept', () => {
  it('verifies, and a tampered record is refused by its rule', async () => {
    const code = await device.create({ agreed: { game: 'toy', seats: 2 }, bots: ['random'] });
    await (await device.open(code)).ask({ t: 'move', v: 2, move: 'low' });
    const played = store.gamesKept.get(`${code}.1`);
    if (!played) throw new Error('it was not kept');
    const record = { ...played, setup: setupOf(played.agreed, played.start) };
    expect(verify(TOY, record)).toEqual(played.result);
    const better = { ...played.result, scores: [9, 0] };
    expect(() => verify(TOY, { ...record, result: better })).toThrow(Fault);
    const events = [...played.events, { event: 'say', seat: 0, word: 'high' }];
    expect(() => verify(TOY, { ...record, events })).toThrow('over before this event');
  });

  it('is said not to be kept when the device is full, and no finished game is lost', async () => {
    const said: string[] = [];
    device = new Device(new CarefulStore(store, (what) => said.push(what)));
    const code = await device.create({ agreed: { game: 'toy', seats: 2 }, bots: ['random'] });
    const page = await device.open(code);
    store.failing = new DOMException('full', 'QuotaExceededError');
    await page.ask({ t: 'move', v: 2, move: 'low' });
    expect(said).toContain('full');
    expect(store.gamesKept.size).toBe(0);
    expect((await device.host.replay(`${code}.1`)).frames).not.toEqual([]);
    store.failing = null;
    await page.ask({ t: 'rematch' });
    expect([...store.gamesKept.keys()]).toEqual([`${code}.1`]);
  });

  it('does not change when the table does', async () => {
    const form = { variant: 'turns', seats: [2], options: [] } as unknown as VariantInfo;
    const table = new LocalTable('LOCAL-A', {} as Required<Agreed>, form, TOY);
    const kept = table.kept(0);
    table.log.push({ event: 'deal', seat: 0, card: 1 });
    expect(kept.events).toEqual([]);
  });

  it('opens without a pending move that is refused', async () => {
    const code = await shared();
    const ada = await device.open(code, tokenOf(0));
    await ada.ask({ t: 'move', v: 2, move: 'low' });
    const kept = store.tablesKept.get(code);
    if (!kept?.pending) throw new Error('no move was pending');
    kept.pending = { ...kept.pending, seat: 1 };
    device.reload();
    const again = await device.open(code, tokenOf(0));
    expect(again.now).toMatchObject({ v: 2, waiting: [0] });
    expect((await again.ask({ t: 'move', v: 2, move: 'low' }))?.t).toBe('held');
  });

  it('is deleted with its table', async () => {
    const code = await device.create({ agreed: { game: 'toy', seats: 2 }, bots: ['random'] });
    const page = await device.open(code);
    await page.ask({ t: 'move', v: 2, move: 'low' });
    await device.host.erase(code);
    expect([page.closed, store.tablesKept.size, store.gamesKept.size]).toEqual([4404, 0, 0]);
  });
});
