import { finishPendingDeletions } from '../auth/account/pending-deletions.ts';
import { environment, readEnvironment } from '../env.ts';
import { logError, logWarning, writeLogAsJson } from '../log/log.ts';
import { logEvents } from '../log/log-events.ts';
import { flushOutbox } from '../mail/flush-outbox.ts';
import { countFromZero, startCounting } from '../metrics/count.ts';
import { warnOfUnknownNetworks } from '../rate-limit/consume.ts';
import { currentKeySet, KeySetUnavailable } from '../session/key-set.ts';
import { readOfferedPasskeys } from '../session/offered-passkeys.ts';
import { checkDatabase } from '../supabase/check-database.ts';
import { captchaMissing, lacksCaptcha } from '../supabase/settings.ts';
import { serveMetrics, watchEventLoop } from './answer-metrics.ts';
import { cleanUpEveryHour } from './clean-up.ts';
import { startTraces } from './start-traces.ts';

const drainPauseInMilliseconds = 60_000;

const metricsOpen =
  'METRICS_PORT listens on every address, and METRICS_TOKEN is not set: anyone who reaches the port can read the metrics. Set METRICS_TOKEN or restrict the port.';

/** Runs once per process, before its first request, on any server. */
export function startUp(): void {
  const { branding, logsJson, metrics, embedded } = environment();
  if (logsJson) writeLogAsJson();
  if (metrics.token !== null || metrics.port !== null) beginCounting();
  startTraces();
  if (metrics.port !== null) {
    const host = process.env.LISTEN_HOST?.trim() || (embedded ? '127.0.0.1' : undefined);
    serveMetrics({ port: metrics.port, host });
    if (metrics.token === null && host === undefined) logWarning('setup.metrics_open', metricsOpen);
  }
  warnOfUnknownNetworks(environment());
  for (const change of branding.accent?.changes ?? []) logWarning('setup.color_changed', change);
  // Loads the key set before the first visitor needs it; the log then also reports a project whose tokens slow down the site.
  currentKeySet().catch((error: unknown) => {
    // Requests that need it try again, and /api/ready reports the cause.
    if (!(error instanceof KeySetUnavailable)) throw error;
  });
  // The first sign-in page then knows the providers and whether passkeys are on; the log reports passkeys of another site.
  void readOfferedPasskeys();
  void lacksCaptcha().then((lacks) => {
    if (lacks) logError('setup.captcha_missing', captchaMissing);
  });
  void beginWork();
}

function beginCounting(): void {
  startCounting();
  watchEventLoop();
  for (const event of Object.keys(logEvents)) if (event !== 'request') countFromZero('logLines', { event });
  for (const outcome of ['refreshed', 'refused', 'unavailable'])
    countFromZero('sessionRefreshes', { outcome });
}

async function beginWork(): Promise<void> {
  // Logged once here, and not by each query. The team may expose the schema while the server runs.
  if ((await checkDatabase()) === 'schema') {
    setTimeout(() => void beginWork(), drainPauseInMilliseconds).unref();
    return;
  }
  // Sends notices that an earlier process left.
  void flushOutbox();
  // And notices that a session's refresh queued, which doesn't wait for the mail server.
  setInterval(() => {
    void flushOutbox();
    // Accounts that the team's command deleted while Auth didn't answer.
    void finishPendingDeletions();
  }, drainPauseInMilliseconds).unref();
  void finishPendingDeletions();
  cleanUpEveryHour(environment().cleansUp);
}

/** Imported at startup: with an invalid configuration the server reports it in one line and exits. */
const read = readEnvironment(process.env);
if (!read.ok) {
  console.error(read.message);
  process.exit(1);
}
