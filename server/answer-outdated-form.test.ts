import type { AddressInfo } from 'node:net';
import { errors } from '../lib/errors';
import { createSiteServer } from './site-server';

const handle = jest.fn();
const server = createSiteServer({
  siteUrl: 'https://countersign.example',
  findRoute: () => ({ name: '/', isPage: true, actions: new Set(['6'.repeat(42)]) }),
  handle,
});
let url: string;
beforeAll(async () => {
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => server.close());

async function send(fields: Record<string, string>, headers: Record<string, string> = {}) {
  const form = new FormData();
  form.append(`$ACTION_ID_${'4'.repeat(42)}`, '');
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  // Encoded by a browser's own code.
  const encoded = new Response(form);
  const type = encoded.headers.get('content-type') ?? '';
  const answer = await fetch(`${url}/account?from=%22%3Ca`, {
    method: 'POST',
    body: await encoded.text(),
    headers: { origin: 'https://countersign.example', 'content-type': type, ...headers },
  });
  return { status: answer.status, headers: answer.headers, text: await answer.text() };
}

test('a form of another build is answered with what was typed but for secrets, and reaches no action', async () => {
  const { status, headers, text } = await send({
    name: 'José <b>\n2',
    empty: '',
    password: 'correct horse',
    code: '123456',
    token: 'abc-token',
  });
  expect(status).toBe(409);
  expect(text).toContain(errors['request.outdated'].title);
  expect(text).toContain('<dt>name</dt><dd><pre>José &lt;b&gt;\r\n2</pre></dd>');
  expect(text).toContain('<a href="">Load the page again</a>');
  expect(text).not.toMatch(/correct horse|123456|abc-token|\$ACTION|<dt>empty/);
  expect(headers.get('content-security-policy')).toBe("default-src 'none'; frame-ancestors 'none'");
  expect(headers.get('cache-control')).toBe('no-store');
  expect(handle).not.toHaveBeenCalled();
});

test('an action that a script sends is told that the server has none of it, in plain text', async () => {
  const { status, headers, text } = await send({ name: 'José' }, { 'next-action': '4'.repeat(42) });
  expect([status, headers.get('x-nextjs-action-not-found')]).toEqual([400, null]);
  const called = await fetch(`${url}/account`, {
    method: 'POST',
    body: '[]',
    headers: {
      origin: 'https://countersign.example',
      'content-type': 'text/plain;charset=UTF-8',
      'next-action': '4'.repeat(42),
    },
  });
  expect([called.status, called.headers.get('x-nextjs-action-not-found')]).toEqual([409, '1']);
  expect(text).not.toContain('José');
  expect(handle).not.toHaveBeenCalled();
});
