import { createRequire } from 'node:module';
import { join } from 'node:path';
import { logError } from '../log/log.ts';
import { nameCall } from '../supabase/fetch-backend.ts';

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
    logError('traces.malformed', `Traces are off: ${chosen.problem}.`);
    return false;
  }
  const packages = loadPackages(join(/* turbopackIgnore: true */ folder, packagesFolder), chosen.protocol);
  if (!packages) {
    logError(
      'traces.packages_missing',
      `Traces are off: their packages are not installed. Run npm ci --prefix ${packagesFolder}, or unset OTEL_EXPORTER_OTLP_ENDPOINT.`,
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

/** The share of requests that are traced: `ratio` from 0 to 1. */
type Sampling = {
  root: 'always_on' | 'always_off' | 'traceidratio';
  ratio: number;
  isByParent: boolean;
};

type Traces = { ok: true; protocol: 'proto' | 'http'; sampling: Sampling } | { ok: false; problem: string };

/** Traces according to OpenTelemetry's variables: null for none, or the invalid variable without its value. */
export function chooseTraces(variables: Record<string, string | undefined>): Traces | null {
  const read = (...names: string[]) => names.map((name) => variables[name]?.trim()).find(Boolean);
  const endpoint = read('OTEL_EXPORTER_OTLP_TRACES_ENDPOINT', 'OTEL_EXPORTER_OTLP_ENDPOINT');
  if (endpoint === undefined || read('OTEL_SDK_DISABLED')?.toLowerCase() === 'true') return null;
  const exporter = read('OTEL_TRACES_EXPORTER') ?? 'otlp';
  if (exporter === 'none') return null;
  if (exporter !== 'otlp') return { ok: false, problem: 'OTEL_TRACES_EXPORTER must be otlp or none' };
  if (!/^https?:$/.test(URL.parse(endpoint)?.protocol ?? ''))
    return { ok: false, problem: 'OTEL_EXPORTER_OTLP_ENDPOINT must be an http or https URL' };

  const protocols = { 'http/protobuf': 'proto', 'http/json': 'http' } as const;
  const protocol =
    read('OTEL_EXPORTER_OTLP_TRACES_PROTOCOL', 'OTEL_EXPORTER_OTLP_PROTOCOL') ?? 'http/protobuf';
  if (protocol !== 'http/protobuf' && protocol !== 'http/json')
    return { ok: false, problem: 'OTEL_EXPORTER_OTLP_PROTOCOL must be http/protobuf or http/json' };

  const sampler = read('OTEL_TRACES_SAMPLER') ?? 'parentbased_always_on';
  const [, byParent, root] = /^(parentbased_)?(always_on|always_off|traceidratio)$/.exec(sampler) ?? [];
  const ratio = Number(read('OTEL_TRACES_SAMPLER_ARG') ?? 1);
  if (!root || !(ratio >= 0 && ratio <= 1))
    return { ok: false, problem: 'OTEL_TRACES_SAMPLER or OTEL_TRACES_SAMPLER_ARG is not supported' };
  const sampling = { root: root as Sampling['root'], ratio, isByParent: byParent !== undefined };
  return { ok: true, protocol: protocols[protocol], sampling };
}

type Attributes = Record<string, unknown>;
type Span = {
  name: string;
  attributes: Attributes;
  status: { code: number; message?: string };
};

/** Any other attribute may hold a URL with IDs and query, a header or user input. */
const kept = [
  'next.span_type',
  'next.route',
  'next.rsc',
  'http.route',
  'http.method',
  'http.status_code',
  'net.peer.name',
  'net.peer.port',
];

/** Removes from a span all that may identify the visitor; keeps kind, route, method, status and the call's name. */
export function cleanSpan<Given extends Span>(span: Given): Given {
  const { attributes, status } = span;
  const url = attributes['http.url'];
  const call = typeof url === 'string' && URL.canParse(url) ? nameCall(new URL(url).pathname) : null;
  const known = Object.entries(attributes).filter(([name]) => kept.includes(name));
  const cleaned: Record<PropertyKey, unknown> = {
    name: nameSpan(attributes, call),
    attributes: {
      ...Object.fromEntries(known),
      ...(call && { 'countersign.backend': call.backend, 'countersign.call': call.call }),
    },
    status: { code: status.code },
    events: [],
    links: [],
  };
  // A copy would lack the private fields of the span's class.
  return new Proxy(span, {
    get: (target, name) => {
      if (Object.hasOwn(cleaned, name)) return cleaned[name];
      const value: unknown = Reflect.get(target, name, target);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
}

function nameSpan(attributes: Attributes, call: ReturnType<typeof nameCall> | null): string {
  if (call) return `call ${call.backend} ${call.call}`;
  const parts = ['next.span_type', 'http.method', 'next.route'].map((name) => attributes[name]);
  const name = parts.filter((part) => typeof part === 'string').join(' ');
  return name || 'other';
}
