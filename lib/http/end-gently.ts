import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { ServerResponse } from 'node:http';
import { shareInProcess } from '../share-in-process.ts';

const state = shareInProcess('ending', () => ({ isEnding: false }));

/** Whether this process was asked to end. */
export function isEnding(): boolean {
  return state.isEnding;
}

/**
 * Makes a process that is asked to end go on for a while, so that no request is lost: whoever balances notices by `/api/health`
 * and by each answer, which ends its connection, and sends nothing here by the time the server closes. Without a delay the
 * server closes at once: then a request can meet a connection that is just being closed.
 *
 * Takes the place of whoever listens for the signal now, which is Next.js, and calls them after it.
 * @param delayInMilliseconds 0: as before, but that health and answers say it.
 * @returns lets answers keep their connections again.
 */
export function endGently(delayInMilliseconds: number, signals: NodeJS.EventEmitter = process): () => void {
  const listeners = signals.listeners('SIGTERM');
  signals.removeAllListeners('SIGTERM');
  signals.once('SIGTERM', (signal) => {
    state.isEnding = true;
    // Whoever asks twice is in a hurry.
    let ends: NodeJS.Timeout | undefined;
    const end = () => {
      clearTimeout(ends);
      signals.off('SIGTERM', end);
      for (const listener of listeners) listener.call(signals, signal);
    };
    signals.once('SIGTERM', end);
    if (delayInMilliseconds === 0) end();
    else ends = setTimeout(end, delayInMilliseconds);
  });
  const sayLast = (message: unknown) => {
    const { response } = message as { response: ServerResponse };
    if (state.isEnding) response.setHeader('connection', 'close');
  };
  subscribe('http.server.request.start', sayLast);
  return () => unsubscribe('http.server.request.start', sayLast);
}
