import { stopAllProcesses } from './start-process.ts';

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
