/**
 * The worker of the tables of this device: what it does is in `serve.ts`, off the page.
 *
 * WebKit evaluates the first file of a worker once more when another one imports from it, and the
 * worker would do everything twice. So there is nothing here that anybody could import.
 */
import type { ToWorker } from './protocol';

const early: ToWorker[] = [];
let receive = (data: ToWorker): void => void early.push(data);

addEventListener('message', ({ data }: MessageEvent<ToWorker>) => receive(data));
import('./serve').then(
  (serve) => {
    receive = serve.receive;
    early.forEach(receive);
  },
  // Thrown, not rejected: then the page hears of it.
  (error: unknown) =>
    setTimeout(() => {
      throw error;
    }),
);
