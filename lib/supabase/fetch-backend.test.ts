import { globSync, readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createClient } from '@supabase/supabase-js';
import { fetchBackend } from './fetch-backend';
import { clientOptions } from './rest';

jest.mock('../env', () => ({ environment: () => ({ backendTimeoutInMilliseconds: 5000 }) }));

let server: Server;
let url: string;
let requests = 0;

/** `/silent` never answers, `/half` never ends its response, other paths are errors. */
beforeAll(async () => {
  server = createServer((request, response) => {
    requests++;
    if (request.url === '/silent') return;
    response.writeHead(request.url === '/half' ? 200 : 503, { 'content-type': 'application/json' });
    if (request.url === '/half') response.write('{');
    else response.end('{}');
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});
afterEach(() => jest.restoreAllMocks());

describe('a call to the backend', () => {
  it.each(['/silent', '/half'])('times out after 5 s, wherever it hangs: %s', async (path) => {
    const timeout = new AbortController();
    const patience = jest.spyOn(AbortSignal, 'timeout').mockReturnValue(timeout.signal);
    const arrived = new Promise((resolve) => server.once('request', resolve));
    const answer = fetchBackend(url + path).then((response) => response.json());
    await arrived;
    timeout.abort(new DOMException('too slow', 'TimeoutError'));
    await expect(answer).rejects.toThrow('too slow');
    expect(patience).toHaveBeenCalledWith(5_000);
  });

  it.each([
    ['POST', '/auth/v1/signup', undefined, 20_000],
    ['POST', '/auth/v1/otp', undefined, 20_000],
    ['POST', '/auth/v1/recover?redirect_to=x', undefined, 20_000],
    ['POST', '/auth/v1/resend', undefined, 20_000],
    ['GET', '/auth/v1/reauthenticate', undefined, 20_000],
    ['PUT', '/auth/v1/user', '{"email":"ada@example.com"}', 20_000],
    ['PUT', '/auth/v1/user', '{"password":"correct horse"}', 5_000],
    ['POST', '/auth/v1/verify', '{"email":"ada@example.com"}', 5_000],
    ['POST', '/rest/v1/rpc/signup', undefined, 5_000],
  ])("doesn't time out while Auth sends its email: %s %s", async (method, path, body, limit) => {
    const patience = jest.spyOn(AbortSignal, 'timeout');
    await fetchBackend(url + path, { method, ...(body && { body }) });
    expect(patience).toHaveBeenCalledWith(limit);
  });

  it('is tried once by supabase-js too', async () => {
    requests = 0;
    const { error } = await createClient(url, 'sb_publishable_test', clientOptions).from('wallets').select();
    expect(error).not.toBeNull();
    expect(requests).toBe(1);
  });

  it("is the server's only way to call it", () => {
    const files = globSync('{app,lib}/**/*.{ts,tsx}', { exclude: ['**/*.test.*', 'lib/testing/**'] });
    const sources = files
      .map((file) => ({ file, text: readFileSync(file, 'utf8') }))
      .filter(({ text }) => !text.startsWith("'use client'"));
    const impatient = sources.filter(({ text }) => /(?<![\w.])fetch\(/.test(text)).map(({ file }) => file);
    expect(impatient).toEqual(['lib/supabase/fetch-backend.ts']);
    const clients = sources.flatMap(({ file, text }) =>
      text
        .split(/createClient[<(]/)
        .slice(1)
        .map((call) => ({ file, options: call.slice(0, call.indexOf(');')) })),
    );
    expect(clients.length).toBeGreaterThan(3);
    const impatientClients = clients.filter(({ options }) => !/clientOptions|withoutSession\b/.test(options));
    expect(impatientClients).toEqual([]);
  });
});
