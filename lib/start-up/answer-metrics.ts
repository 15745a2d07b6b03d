import 'server-only';
import { hash, timingSafeEqual } from 'node:crypto';
import { createServer } from 'node:http';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { z } from 'zod';
import { environment } from '../env.ts';
import { metricsPath } from '../http/public-paths.ts';
import { logError } from '../log/log.ts';
import { type Gauges, type MetricsFormat, metricsTypes, writeMetrics } from '../metrics/write-metrics.ts';
import { shareInProcess } from '../share-in-process.ts';
import { callFunction } from '../supabase/call-function.ts';

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
    logError('metrics.port_taken', `Can't listen on METRICS_PORT ${port}: ${error.code ?? error.name}.`);
    process.exit(1);
  });
  // Doesn't keep the process alive.
  server.listen(port, host).unref();
}

/** The database is queried at most this often, however many monitors read (milliseconds). */
const askedAgainAfter = 15_000;

const Counted = z.object({
  outboxWaiting: z.number(),
  outboxOldestSeconds: z.number().nullable(),
  eventsWaiting: z.number(),
  eventsOldestSeconds: z.number().nullable(),
  deletionsOldestSeconds: z.number().nullable(),
  grantsLive: z.number(),
});
type Counted = z.infer<typeof Counted>;

const read = shareInProcess('metrics-gauges', () => ({
  askedAt: Number.NEGATIVE_INFINITY,
  answer: Promise.resolve<Counted | null>(null),
  loop: null as ReturnType<typeof monitorEventLoopDelay> | null,
}));

/** Starts measuring how late timers run, the delay that a busy or blocked process adds to every request. */
export function watchEventLoop(): void {
  if (read.loop) return;
  read.loop = monitorEventLoopDelay({ resolution: 20 });
  read.loop.enable();
}

/** The gauges of the database and this process. Never throws: an unreadable gauge has no value. */
export async function readGauges(): Promise<Gauges> {
  const counted = await askAtMostNowAndThen();
  const age = (seconds: number | null | undefined) => (counted ? (seconds ?? 0) : null);
  const memory = process.memoryUsage();
  const { user, system } = process.cpuUsage();
  return {
    countersign_database_counts_read: {
      help: '1 if the database answered with the gauges below, otherwise 0.',
      value: counted ? 1 : 0,
    },
    countersign_outbox_waiting: {
      help: 'Emails waiting to be sent, for the whole site. At most 10000.',
      value: counted?.outboxWaiting ?? null,
    },
    countersign_outbox_oldest_seconds: {
      help: 'Age of the oldest waiting email, for the whole site. 0 if none waits.',
      value: age(counted?.outboxOldestSeconds),
    },
    countersign_app_events_waiting: {
      help: 'App events not yet fetched, for the whole site. At most 10000.',
      value: counted?.eventsWaiting ?? null,
    },
    countersign_app_events_oldest_seconds: {
      help: 'Age of the oldest app event not yet fetched, for the whole site. 0 if none waits.',
      value: age(counted?.eventsOldestSeconds),
    },
    countersign_deletions_oldest_seconds: {
      help: 'How long the oldest deleted account has waited for its deletion at Auth, for the whole site. 0 if none waits.',
      value: age(counted?.deletionsOldestSeconds),
    },
    countersign_grants_live: {
      help: 'Active grants of access to apps, for the whole site. At most 10000.',
      value: counted?.grantsLive ?? null,
    },
    process_resident_memory_bytes: { help: 'Resident memory of the process.', value: memory.rss },
    process_cpu_seconds_total: {
      help: 'CPU time used by the process.',
      value: (user + system) / 1e6,
    },
    process_start_time_seconds: {
      help: 'Start time of the process, as Unix time.',
      value: Math.round((Date.now() - process.uptime() * 1000) / 1000),
    },
    nodejs_heap_size_used_bytes: { help: 'Memory used by the JavaScript heap.', value: memory.heapUsed },
    nodejs_eventloop_lag_p99_seconds: {
      help: '99th percentile of event loop delay since the last scrape.',
      value: readLoop(),
    },
  };
}

/** An empty histogram returns NaN. */
function readLoop(): number {
  const late = Math.max(0, ((read.loop?.percentile(99) ?? 0) - 20e6) / 1e9);
  read.loop?.reset();
  return Number.isFinite(late) ? late : 0;
}

function askAtMostNowAndThen(): Promise<Counted | null> {
  if (performance.now() - read.askedAt >= askedAgainAfter) {
    read.askedAt = performance.now();
    read.answer = ask();
  }
  return read.answer;
}

async function ask(): Promise<Counted | null> {
  try {
    const counted = await callFunction('count_for_operators', {});
    return counted.ok ? Counted.parse(counted.rows) : null;
  } catch {
    // The database is older than this server, or doesn't expose the schema. Other log lines report that.
    return null;
  }
}
