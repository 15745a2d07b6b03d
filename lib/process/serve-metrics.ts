import { createServer } from 'node:http';
import { metricsPath } from '../http/public-paths.ts';
import { logError } from '../log/log.ts';
import { answerMetrics } from './answer-metrics.ts';

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
