/** What the worker does: it hosts the tables of this device, with rules, bots and judge. */
import '../kit/oldEngines';
import { Fault } from './record';
import { Refusal } from './game';
import type { Reason } from './game';
import { load } from './games';
import { Host } from './host';
import { posed } from './position';
import type { Call, Calls, FromWorker, RecordProblem, ToWorker } from './protocol';
import { CarefulStore, Database } from './store';
import { RefusedRecord } from './importRecord';

let pause = 0;
const tell = (message: FromWorker): void => postMessage(message);

/** Take a table over from other tabs, until another one takes it. */
function claim(code: string, lost: () => void): Promise<() => void> {
  const { locks } = navigator;
  if (!locks) return Promise.resolve(() => undefined);
  return new Promise((done) => {
    const held = new Promise<void>((release) => {
      const name = `hexade ${code}`;
      locks
        .request(name, { steal: true }, () => {
          done(release);
          return held;
        })
        // A browser that blocks storage refuses locks at once: the table is opened without one.
        .catch(() => {
          lost();
          done(() => undefined);
        });
    });
  });
}

const host = new Host({
  load,
  store: new CarefulStore(new Database(), (what) => tell({ k: 'trouble', what })),
  now: () => performance.now(),
  wall: () => Date.now(),
  later: (ms, call) => {
    const timer = setTimeout(call, ms);
    return () => clearTimeout(timer);
  },
  claim,
  pause: () => pause,
});

const calls: { [name in Call]: (about: Calls[name][0]) => Promise<Calls[name][1]> } = {
  create: (wish) => host.create(wish),
  replay: (id) => host.replay(id),
  analysis: (id) => host.analysis(id),
  take: ({ record, info }) => host.take(record, info),
  erase: (code) => host.erase(code).then(() => null),
  pose: (wish) => posed(load, wish),
};

/** Why something failed; anything but a refusal is a module that could not be loaded. */
function reasonOf(error: unknown): Reason | RecordProblem {
  if (error instanceof Refusal || error instanceof Fault) return error.reason;
  if (error instanceof RefusedRecord)
    return { ...error.fault.reason, move: error.move, key: error.fault.key };
  console.error(error);
  return { code: 'module', rule: '', text: 'the game could not be loaded: try again' };
}

const wires = new Map<number, ReturnType<Host['connect']>>();

function open(n: number, code: string): void {
  const pipe = {
    send: (news: object) => tell({ k: 'news', n, text: JSON.stringify(news) }),
    close: (why: number) => tell({ k: 'closed', n, code: why }),
  };
  wires.set(n, host.connect(code, pipe));
}

/** Do what the page asks. */
export function receive(data: ToWorker): void {
  if (data.k === 'pause') pause = data.ms;
  else if (data.k === 'open') open(data.n, data.code);
  else if (data.k === 'say') wires.get(data.n)?.receive(data.text);
  else if (data.k === 'shut') {
    wires.get(data.n)?.leave();
    wires.delete(data.n);
  } else {
    const ask = calls[data.call] as (about: unknown) => Promise<unknown>;
    ask(data.about).then(
      (value) => tell({ k: 'answer', n: data.n, value }),
      (error: unknown) => tell({ k: 'failed', n: data.n, problem: reasonOf(error) }),
    );
  }
}
