type Variables = Record<string, string | undefined>;

/** The share of requests that are traced: `ratio` from 0 to 1. */
export type Sampling = {
  root: 'always_on' | 'always_off' | 'traceidratio';
  ratio: number;
  isByParent: boolean;
};

type Traces = { ok: true; protocol: 'proto' | 'http'; sampling: Sampling } | { ok: false; problem: string };

/** Traces according to OpenTelemetry's variables: null for none, or the invalid variable without its value. */
export function chooseTraces(variables: Variables): Traces | null {
  const read = (...names: string[]) => names.map((name) => variables[name]?.trim()).find(Boolean);
  const endpoint = read('OTEL_EXPORTER_OTLP_TRACES_ENDPOINT', 'OTEL_EXPORTER_OTLP_ENDPOINT');
  if (endpoint === undefined || read('OTEL_SDK_DISABLED')?.toLowerCase() === 'true') return null;
  const exporter = read('OTEL_TRACES_EXPORTER') ?? 'otlp';
  if (exporter === 'none') return null;
  if (exporter !== 'otlp') return { ok: false, problem: 'OTEL_TRACES_EXPORTER has to be otlp or none' };
  if (!/^https?:$/.test(URL.parse(endpoint)?.protocol ?? ''))
    return { ok: false, problem: 'OTEL_EXPORTER_OTLP_ENDPOINT has to be an http or https address' };

  const protocols = { 'http/protobuf': 'proto', 'http/json': 'http' } as const;
  const protocol =
    read('OTEL_EXPORTER_OTLP_TRACES_PROTOCOL', 'OTEL_EXPORTER_OTLP_PROTOCOL') ?? 'http/protobuf';
  if (protocol !== 'http/protobuf' && protocol !== 'http/json')
    return { ok: false, problem: 'OTEL_EXPORTER_OTLP_PROTOCOL has to be http/protobuf or http/json' };

  const sampler = read('OTEL_TRACES_SAMPLER') ?? 'parentbased_always_on';
  const [, byParent, root] = /^(parentbased_)?(always_on|always_off|traceidratio)$/.exec(sampler) ?? [];
  const ratio = Number(read('OTEL_TRACES_SAMPLER_ARG') ?? 1);
  if (!root || !(ratio >= 0 && ratio <= 1))
    return { ok: false, problem: 'OTEL_TRACES_SAMPLER or its _ARG is none of those that are known' };
  const sampling = { root: root as Sampling['root'], ratio, isByParent: byParent !== undefined };
  return { ok: true, protocol: protocols[protocol], sampling };
}
