import 'server-only';
import { hash, timingSafeEqual } from 'node:crypto';
import { createServer } from 'node:http';
import { environment } from '../env.ts';
import { metricsPath } from '../http/public-paths.ts';
import { logError } from '../log/log.ts';
import { type MetricsFormat, metricsTypes, writeMetrics } from '../metrics/write-metrics.ts';
import { readGauges } from './read-gauges.ts';

type MetricsAnswer = { headers: Record<string, string>; body: string };

/**
 * @param at `site` for the visitors' port, which requires a token and has no metrics if they have their own port. `own` for that port,
 * which requires the token only if one is set. @returns null for others; answer them like a missing page.
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

/** Compares in constant time. */
function isBearer(authorization: string | null, token: string): boolean {
  const digest = (text: string) => hash('sha256', text, 'buffer');
  return timingSafeEqual(digest(authorization ?? ''), digest(`Bearer ${token}`));
}

/** Serves metrics on a separate port. Exits if the port is in use: a monitor would read another process's metrics. */
export function serveMetrics({ port, host }: { port: number; host: string | undefined }): void {
  const server = createServer(async (request, response) => {
    const { authorization = null, accept = null } = request.headers;
    const isMetrics = request.method === 'GET' && request.url?.split('?')[0] === metricsPath;
    const answer = isMetrics ? await answerMetrics('own', { authorization, accept }) : null;
    if (!answer) {
      response.writeHead(404).end();
      return;
    }
    response.writeHead(200, answer.headers).end(answer.body);
  });
  server.once('error', (error: NodeJS.ErrnoException) => {
    logError('metrics.port_taken', `METRICS_PORT ${port} can't be listened on: ${error.code ?? error.name}.`);
    process.exit(1);
  });
  // Doesn't keep the process alive.
  server.listen(port, host).unref();
}
