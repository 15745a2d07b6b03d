import { createRequire } from 'node:module';
import { join } from 'node:path';
import { logError } from '../log/log.ts';
import { chooseTraces, type Sampling } from './choose-traces.ts';
import { cleanSpan, type Span } from './clean-span.ts';

type Exporter = { export(spans: Span[], done: unknown): void; shutdown(): Promise<void> };
type Sampler = object;
/** The used functions of OpenTelemetry's packages, which the site doesn't install. */
type Packages = {
  api: {
    trace: { setGlobalTracerProvider(provider: object): boolean };
    context: { setGlobalContextManager(manager: object): boolean };
  };
  sdk: {
    TracerProvider: new (options: object) => { forceFlush(): Promise<void> };
    BatchSpanProcessor: new (options: { exporter: Exporter }) => object;
    AlwaysOnSampler: new () => Sampler;
    AlwaysOffSampler: new () => Sampler;
    TraceIdRatioBasedSampler: new (ratio: number) => Sampler;
    ParentBasedSampler: new (options: { root: Sampler }) => Sampler;
  };
  resources: {
    envDetector: object;
    detectResources(options: object): { merge(other: object): object };
    resourceFromAttributes(attributes: object): { merge(other: object): object };
  };
  hooks: { AsyncLocalStorageContextManager: new () => { enable(): object } };
  exporter: { OTLPTraceExporter: new () => Exporter };
};

/** Below the working directory. */
const packagesFolder = join('deploy', 'opentelemetry');

/**
 * Sends Next.js's spans, cleaned by `cleanSpan`, to OpenTelemetry's endpoint, if set; ignores a visitor's `traceparent`. A failure is
 * only logged. @returns whether traces are sent.
 */
export function startTraces(variables = process.env, folder = process.cwd()): boolean {
  const chosen = chooseTraces(variables);
  if (chosen === null) return false;
  if (!chosen.ok) {
    logError('traces.malformed', `There are no traces: ${chosen.problem}.`);
    return false;
  }
  const packages = loadPackages(join(/* turbopackIgnore: true */ folder, packagesFolder), chosen.protocol);
  if (!packages) {
    logError(
      'traces.packages_missing',
      `There are no traces: the packages that send them are missing. Install them by npm ci --prefix ${packagesFolder}, or unset OTEL_EXPORTER_OTLP_ENDPOINT.`,
    );
    return false;
  }
  const { api, sdk, resources, hooks, exporter } = packages;
  const provider = new sdk.TracerProvider({
    resource: resources
      .resourceFromAttributes({ 'service.name': 'countersign' })
      .merge(resources.detectResources({ detectors: [resources.envDetector] })),
    sampler: makeSampler(sdk, chosen.sampling),
    spanProcessors: [new sdk.BatchSpanProcessor({ exporter: cleanBefore(new exporter.OTLPTraceExporter()) })],
  });
  api.context.setGlobalContextManager(new hooks.AsyncLocalStorageContextManager().enable());
  api.trace.setGlobalTracerProvider(provider);
  // Sends the remaining spans on SIGTERM.
  process.once('SIGTERM', () => void provider.forceFlush().catch(() => undefined));
  return true;
}

function loadPackages(folder: string, protocol: 'proto' | 'http'): Packages | null {
  const load = createRequire(join(folder, 'package.json'));
  // Hides the name from the bundler, because the packages are missing at build time.
  const get = (name: string) => load(`@opentelemetry/${name}`) as never;
  try {
    return {
      api: get('api'),
      sdk: get('sdk-trace'),
      resources: get('resources'),
      hooks: get('context-async-hooks'),
      exporter: get(`exporter-trace-otlp-${protocol}`),
    };
  } catch (error) {
    if ((error as { code?: unknown }).code === 'MODULE_NOT_FOUND') return null;
    throw error;
  }
}

function makeSampler(sdk: Packages['sdk'], { root, ratio, isByParent }: Sampling): Sampler {
  const made =
    root === 'always_on'
      ? new sdk.AlwaysOnSampler()
      : root === 'always_off'
        ? new sdk.AlwaysOffSampler()
        : new sdk.TraceIdRatioBasedSampler(ratio);
  return isByParent ? new sdk.ParentBasedSampler({ root: made }) : made;
}

function cleanBefore(exporter: Exporter): Exporter {
  return {
    export: (spans, done) => exporter.export(spans.map(cleanSpan), done),
    shutdown: () => exporter.shutdown(),
  };
}
