import { PlainFailure } from '../../cli/plain-failure.ts';
import { type RunningProcess, stopAllProcesses } from './start-process.ts';

/** npm forwards Ctrl-C in addition to the terminal's: a second signal this soon is the same key press. */
const samePressMilliseconds = 1000;

/**
 * Listens for Ctrl-C, SIGTERM, a closed terminal and the death of the parent process. The first one stops all processes
 * in order and aborts the returned signal; a later Ctrl-C exits at once.
 */
export function listenForStop(): AbortSignal {
  const stopping = new AbortController();
  let askedAt = 0;
  const ask = () => {
    if (stopping.signal.aborted) {
      if (Date.now() - askedAt > samePressMilliseconds) process.exit(130);
      return;
    }
    askedAt = Date.now();
    stopping.abort();
    void stopAllProcesses();
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, ask);
  if (process.channel) process.on('disconnect', ask);
  return stopping.signal;
}

/**
 * Runs what `start` starts until a stop signal. Throws a PlainFailure if one of its processes exits by itself.
 * @param start must throw once the signal is aborted
 */
export async function serveUntilStopped(
  start: (stopping: AbortSignal) => Promise<RunningProcess[]>,
): Promise<number> {
  const stopping = listenForStop();
  try {
    const started = await start(stopping);
    const ended = await Promise.race(started.map((one) => one.ended.then(() => one)));
    if (!stopping.aborted)
      throw new PlainFailure(`${ended.name} ended unexpectedly, so everything was stopped.`);
    await stopAllProcesses();
    console.log('Stopped.');
    return 0;
  } catch (error) {
    // Errors after a stop signal are a consequence of it.
    if (stopping.aborted) return 0;
    throw error;
  } finally {
    await stopAllProcesses();
  }
}
