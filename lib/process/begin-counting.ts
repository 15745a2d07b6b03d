import { logEvents } from '../log/log-events.ts';
import { countFromZero, startCounting } from '../metrics/count.ts';
import { watchEventLoop } from './read-gauges.ts';

/** From now on the process counts what it does, for `/api/metrics`. */
export function beginCounting(): void {
  startCounting();
  watchEventLoop();
  for (const event of Object.keys(logEvents)) if (event !== 'request') countFromZero('logLines', { event });
  for (const outcome of ['refreshed', 'refused', 'unavailable'])
    countFromZero('sessionRefreshes', { outcome });
}
