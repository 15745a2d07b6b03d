type Metric = {
  /** Prometheus's name. A counter also gets `_total`. */
  name: `countersign_${string}`;
  type: 'counter' | 'histogram' | 'gauge';
  help: string;
  /** Their values are known in advance: none identifies a visitor or is sent by one. */
  labels: readonly string[];
};

/** Counted by each process; `lib/start-up/answer-metrics.ts` reads the others. `npm run generate` documents them. */
export const metrics = {
  requests: {
    name: 'countersign_requests',
    type: 'counter',
    help: 'Requests, by folder of "app" and class of the status, or "gone" if the client left first.',
    labels: ['route', 'status'],
  },
  requestDuration: {
    name: 'countersign_request_duration_seconds',
    type: 'histogram',
    help: 'From the first line of a request to the end of its response.',
    labels: ['route'],
  },
  sessionChecks: {
    name: 'countersign_session_checks',
    type: 'counter',
    help: 'Sessions of requests: none, cached, verified, refreshed, unavailable, or refused:ended, :token, :unreadable or :too-large.',
    labels: ['outcome'],
  },
  sessionRefreshes: {
    name: 'countersign_session_refreshes',
    type: 'counter',
    help: 'Refreshes at Auth: refreshed, refused or unavailable.',
    labels: ['outcome'],
  },
  backendCalls: {
    name: 'countersign_backend_calls',
    type: 'counter',
    help: 'Calls to auth by path and to database by function: ok, refused, failed, timeout, unreachable or abandoned.',
    labels: ['backend', 'call', 'outcome'],
  },
  backendDuration: {
    name: 'countersign_backend_call_duration_seconds',
    type: 'histogram',
    help: 'From sending a call to the headers of its response.',
    labels: ['backend'],
  },
  signatures: {
    name: 'countersign_signatures',
    type: 'counter',
    help: 'Wallet signatures for an account or to sign_in, by method and outcome: valid, or the reason.',
    labels: ['purpose', 'method', 'outcome'],
  },
  logLines: {
    name: 'countersign_log_lines',
    type: 'counter',
    help: 'Log lines by event, except those of requests.',
    labels: ['event'],
  },
} as const satisfies Record<string, Metric>;

export type MetricName = keyof typeof metrics;
type NameOf<Type> = {
  [Name in MetricName]: (typeof metrics)[Name]['type'] extends Type ? Name : never;
}[MetricName];
export type CounterName = NameOf<'counter'>;
export type HistogramName = NameOf<'histogram'>;
export type LabelsOf<Name extends MetricName> = Record<(typeof metrics)[Name]['labels'][number], string>;
