import { stopAllProcesses } from './start-process.ts';

/** npm passes Ctrl-C on although the terminal has told us already: what comes this soon is the same key press. */
const samePressMilliseconds = 1000;

/**
 * Listens for Ctrl-C, SIGTERM, a closed terminal and the death of the process that started us. The first of them
 * ends all processes in order and aborts the signal; another Ctrl-C later ends at once.
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
