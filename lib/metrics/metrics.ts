type Metric = {
  /** As Prometheus sees it. A counter gets `_total` besides. */
  name: `countersign_${string}`;
  type: 'counter' | 'histogram' | 'gauge';
  help: string;
  /** What each label can say is known beforehand. Nothing in one tells who asked, or comes from a visitor. */
  labels: readonly string[];
};

/**
 * Every number that a process counts by itself. `docs/operations.md` lists them, and a test compares. What is looked up when
 * someone asks is in `lib/process/read-gauges.ts`.
 */
export const metrics = {
  requests: {
    name: 'countersign_requests',
    type: 'counter',
    help: 'Requests, by route and by class of the status. Status "gone" is a visitor who left before the answer.',
    labels: ['route', 'status'],
  },
  requestDuration: {
    name: 'countersign_request_duration_seconds',
    type: 'histogram',
    help: 'From the first line of a request to the end of its answer, by route.',
    labels: ['route'],
  },
  sessionChecks: {
    name: 'countersign_session_checks',
    type: 'counter',
    help: 'What became of the session of a request.',
    labels: ['outcome'],
  },
  sessionRefreshes: {
    name: 'countersign_session_refreshes',
    type: 'counter',
    help: 'Refresh tokens traded in at Auth, by outcome.',
    labels: ['outcome'],
  },
  backendCalls: {
    name: 'countersign_backend_calls',
    type: 'counter',
    help: 'Calls of Auth and of the database, by what was called and by outcome.',
    labels: ['backend', 'call', 'outcome'],
  },
  backendDuration: {
    name: 'countersign_backend_call_duration_seconds',
    type: 'histogram',
    help: 'From sending a call to the headers of its answer.',
    labels: ['backend'],
  },
  signatures: {
    name: 'countersign_signatures',
    type: 'counter',
    help: 'Signatures of wallets that were checked, by what they were for, by method and by outcome: "valid", or why not.',
    labels: ['purpose', 'method', 'outcome'],
  },
  logLines: {
    name: 'countersign_log_lines',
    type: 'counter',
    help: 'Lines of the log but those of requests, by event.',
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
