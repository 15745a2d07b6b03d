import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { callFunction, FunctionMissing, SchemaHidden } from './call-function';

let url: string;
jest.mock('../env', () => ({
  environment: () => ({
    supabaseUrl: url,
    supabaseSecretKey: 'sb_secret_test',
    backendTimeoutInMilliseconds: 5000,
  }),
}));

let server: Server;
let answer: { status: number; body: string };

beforeAll(async () => {
  server = createServer((request, response) => {
    request.resume();
    response.writeHead(answer.status).end(answer.body);
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
let warned: jest.SpyInstance;
beforeEach(() => {
  warned = jest.spyOn(console, 'warn').mockReturnValue();
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

/** A function's result if REST answers this. */
function callWith(status: number, body: object | string) {
  answer = { status, body: typeof body === 'string' ? body : JSON.stringify(body) };
  return callFunction('schema_version', {});
}

const withCode = (code: string, message = 'What the database said.') => ({
  code,
  message,
  details: null,
  hint: null,
});

describe('an unreachable database is an outage, whatever PostgREST answers', () => {
  it.each([
    [503, 'PGRST000'],
    [503, 'PGRST001'],
    [503, 'PGRST002'],
    [504, 'PGRST003'],
    [503, '57P01'],
    [503, '57P02'],
    [503, '57P03'],
    [503, '08006'],
    [503, '53300'],
    [503, '53200'],
    [500, '53400'],
    [500, '57014'],
    [500, '58030'],
  ])('%i with the code %s', async (status, code) => {
    expect(await callWith(status, withCode(code))).toEqual({ ok: false, code: 'backend.unavailable' });
    expect(warned.mock.lastCall).toEqual([`schema_version was answered ${status} ${code}.`]);
  });

  it.each([
    ['a gateway without its server', 502, { message: 'An invalid response was received from upstream' }],
    ['a gateway with a code of its own', 503, withCode('no_healthy_upstream')],
    ['a gateway that waited too long', 504, withCode('timeout')],
    ['a page of a proxy', 502, '<html>Bad gateway</html>'],
    ["a proxy's page with a good status", 200, '<html>Back soon</html>'],
    ["a proxy's page that calls it unknown", 404, '<html>No such site</html>'],
    ['a truncated answer', 200, '{"a":'],
    ['nothing at all', 503, ''],
  ])('%s', async (_, status, body) => {
    expect(await callWith(status, body)).toEqual({ ok: false, code: 'backend.unavailable' });
  });

  it('a refused connection', async () => {
    const before = url;
    url = 'http://127.0.0.1:1';
    expect(await callFunction('schema_version', {})).toEqual({ ok: false, code: 'backend.unavailable' });
    url = before;
  });
});

describe('an answer by the database is no outage', () => {
  it('a refusal with a code of the catalogue and its seconds', async () => {
    const refusal = { ...withCode('PT429', 'auth.too_many_attempts'), details: '12' };
    expect(await callWith(429, refusal)).toEqual({
      ok: false,
      code: 'auth.too_many_attempts',
      retryAfterSeconds: 12,
    });
  });

  it.each([
    [500, '42P17'],
    [500, '40001'],
    [500, '54001'],
    [500, 'P0001'],
    [400, '22023'],
    [404, '42883'],
  ])('a fault of ours: %i with the code %s', async (status, code) => {
    await expect(callWith(status, withCode(code))).rejects.toThrow(
      `The function schema_version failed: ${code}`,
    );
  });

  it('a hidden or older schema', async () => {
    await expect(callWith(406, withCode('PGRST106'))).rejects.toBeInstanceOf(SchemaHidden);
    await expect(callWith(404, withCode('PGRST202'))).rejects.toBeInstanceOf(FunctionMissing);
  });
});
