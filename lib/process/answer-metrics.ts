import 'server-only';
import { hash, timingSafeEqual } from 'node:crypto';
import { environment } from '../env.ts';
import { type MetricsFormat, metricsTypes, writeMetrics } from '../metrics/write-metrics.ts';
import { readGauges } from './read-gauges.ts';

type MetricsAnswer = { headers: Record<string, string>; body: string };

/**
 * All numbers of this process, for anyone who may have them.
 * @param at `site` for the port that visitors use: there only a token opens it, and not where the numbers have a port of
 * their own. `own` for that one, where a token is asked for if there is one.
 * @returns null for everyone else, who is told what is told of a page that does not exist.
 */
export async function answerMetrics(
  at: 'site' | 'own',
  asked: { authorization: string | null; accept: string | null },
): Promise<MetricsAnswer | null> {
  const { token, port } = environment().metrics;
  if (at === 'site' && (token === null || port !== null)) return null;
  if (token !== null && !isBearer(asked.authorization, token)) return null;
  const format: MetricsFormat = asked.accept?.includes('application/openmetrics-text')
    ? 'openmetrics'
    : 'text';
  return {
    headers: { 'content-type': metricsTypes[format], 'cache-control': 'no-store' },
    body: writeMetrics(await readGauges(), format),
  };
}

/** In the same time, whatever was sent. */
function isBearer(authorization: string | null, token: string): boolean {
  const digest = (text: string) => hash('sha256', text, 'buffer');
  return timingSafeEqual(digest(authorization ?? ''), digest(`Bearer ${token}`));
}
