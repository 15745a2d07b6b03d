import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chooseTraces, cleanSpan, startTraces } from './start-traces';

const on = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector.example:4318' };

test.each([
  ['nothing is set', {}],
  ['the endpoint is blank', { OTEL_EXPORTER_OTLP_ENDPOINT: ' ' }],
  ['OpenTelemetry is switched off', { ...on, OTEL_SDK_DISABLED: 'true' }],
  ['the exporter is none', { ...on, OTEL_TRACES_EXPORTER: 'none' }],
])('there are no traces and no log line when %s', (_case, variables) => {
  const said = jest.spyOn(console, 'error').mockReturnValue();
  expect(chooseTraces(variables)).toBeNull();
  expect(startTraces(variables as never)).toBe(false);
  expect(said).not.toHaveBeenCalled();
  said.mockRestore();
});

test.each([
  [{}, 'proto', { root: 'always_on', ratio: 1, isByParent: true }],
  [{ OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json' }, 'http', { root: 'always_on', ratio: 1, isByParent: true }],
  [
    { OTEL_TRACES_SAMPLER: 'traceidratio', OTEL_TRACES_SAMPLER_ARG: '0.25' },
    'proto',
    { root: 'traceidratio', ratio: 0.25, isByParent: false },
  ],
])('%j selects %s', (variables, protocol, sampling) => {
  expect(chooseTraces({ ...on, ...variables })).toEqual({ ok: true, protocol, sampling });
});

test.each([
  [{ OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc' }],
  [{ OTEL_EXPORTER_OTLP_ENDPOINT: 'collector:4317' }],
  [{ OTEL_TRACES_SAMPLER: 'sometimes' }],
  [{ OTEL_TRACES_SAMPLER_ARG: '2' }],
  [{ OTEL_TRACES_EXPORTER: 'zipkin' }],
])('with %j startup continues without traces, and the log names the variable', (variables) => {
  const said = jest.spyOn(console, 'error').mockReturnValue();
  expect(startTraces({ ...on, ...variables } as never)).toBe(false);
  expect(said.mock.calls[0]?.[0]).toContain(Object.keys(variables)[0]?.replace('_ARG', ''));
  said.mockRestore();
});

test('without the packages startup continues, and the log says how to install them', () => {
  const said = jest.spyOn(console, 'error').mockReturnValue();
  const folder = mkdtempSync(join(tmpdir(), 'without-traces-'));
  expect(startTraces(on as never, folder)).toBe(false);
  expect(said.mock.calls).toEqual([[expect.stringContaining('npm ci --prefix deploy/opentelemetry')]]);
  said.mockRestore();
  rmSync(folder, { recursive: true });
});

test('a span is sent without the URL, its query, error messages and unknown attributes', () => {
  class Given {
    #ended = true;
    name = 'GET /auth/confirm?token_hash=secret';
    attributes = {
      'next.span_type': 'BaseServer.handleRequest',
      'next.route': '/auth/confirm',
      'http.method': 'GET',
      'http.status_code': 200,
      'http.target': '/auth/confirm?token_hash=secret',
      'http.request.header.cookie': 'secret',
      'next.span_name': 'GET /auth/confirm?token_hash=secret',
    };
    status = { code: 2, message: 'secret' };
    events = [{ name: 'exception', attributes: { 'exception.message': 'secret' } }];
    isEnded() {
      return this.#ended;
    }
  }
  const given = new Given();
  const cleaned = cleanSpan(given);
  const { name, attributes, status, events } = cleaned;
  expect(JSON.stringify({ name, attributes, status, events })).not.toContain('secret');
  expect([name, status, events]).toEqual(['BaseServer.handleRequest GET /auth/confirm', { code: 2 }, []]);
  expect(Object.keys(attributes)).toEqual([
    'next.span_type',
    'next.route',
    'http.method',
    'http.status_code',
  ]);
  expect(cleaned.isEnded()).toBe(true);
});

test('the span of a call names the function or kind of call, and no user', () => {
  const attributes = {
    'next.span_type': 'AppRender.fetch',
    'http.url':
      'http://project.example/auth/v1/admin/users/4b1c0a4e-0000-4000-8000-000000000000?email=secret',
    'net.peer.name': 'project.example',
  };
  const { name, attributes: left } = cleanSpan({ name: 'fetch', attributes, status: { code: 0 } });
  expect(name).toBe('call auth admin');
  expect(left).toEqual({
    'next.span_type': 'AppRender.fetch',
    'net.peer.name': 'project.example',
    'countersign.backend': 'auth',
    'countersign.call': 'admin',
  });
});
