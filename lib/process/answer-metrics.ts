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

/** Takes the same time, whatever was sent. */
function isBearer(authorization: string | null, token: string): boolean {
  const digest = (text: string) => hash('sha256', text, 'buffer');
  return timingSafeEqual(digest(authorization ?? ''), digest(`Bearer ${token}`));
}

/**
 * Serves the numbers at a port of their own, which visitors can't reach. The process ends when the port is taken: a monitor that
 * reads another process's numbers is worse than none.
 * @param host every address of the machine if undefined.
 */
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
  // It keeps no process alive.
  server.listen(port, host).unref();
}
