import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { once } from 'node:events';
import type { ClientRequest } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { findSameForm } from './find-same-form';
import { readMultipart } from './read-multipart';
import { createSiteServer } from './site-server';

const siteUrl = 'https://countersign.example';
const oldId = '4'.repeat(42);
const newId = '6'.repeat(42);

/** A form as React writes one on `useActionState`. */
function form(id: string, place: string, content: string): string {
  const bound = `{"id":"${id}","bound":"$@1"}`.replaceAll('"', '&quot;');
  return (
    '<form class="grid gap-4" action="" encType="multipart/form-data" method="POST"><input type="hidden" name="$ACTION_REF_1"/>' +
    `<input type="hidden" name="$ACTION_1:0" value="${bound}"/><input type="hidden" name="$ACTION_1:1" value="[{}]"/>` +
    `<input type="hidden" name="$ACTION_KEY" value="${place}"/>${content}</form>`
  );
}

const rename = (wallet: string, value = '') =>
  `<input type="hidden" name="wallet" value="${wallet}"/><input name="label" value="${value}"/>`;

const parts = (fields: Record<string, string>) =>
  Object.entries(fields).map(([name, value]) => ({ name, content: Buffer.from(value), isFile: false }));

const idOf = (found: ReturnType<typeof findSameForm>) =>
  found && (JSON.parse(found.find(({ name }) => name === '$ACTION_1:0')?.value ?? '{}') as { id: string }).id;

test('the same form is the one with the same hidden fields and a place for all that was sent', () => {
  const ids = ['a', 'b', 'c', 'd'].map((letter) => letter.repeat(42)) as [string, string, string, string];
  const html =
    form(ids[0], 'k0', rename('it&#x27;s &quot;one&quot;')) +
    form(ids[1], 'k1', rename('two')) +
    form(ids[2], 'k2', '') +
    form(ids[3], 'k3', '<textarea name="about"></textarea><input type="checkbox" name="isOn"/>') +
    '<form action="/search"><input name="label"/><input type="hidden" name="wallet" value="three"/></form>';
  expect(idOf(findSameForm(html, parts({ wallet: 'two', label: 'Savings' })))).toBe(ids[1]);
  expect(idOf(findSameForm(html, parts({ wallet: `it's "one"`, label: '' })))).toBe(ids[0]);
  expect(idOf(findSameForm(html, parts({ about: 'Me' })))).toBe(ids[3]);
  // Another wallet's form must not get what was typed for one that is gone.
  expect(findSameForm(html, parts({ wallet: 'three', label: 'Savings' }))).toBeNull();
  expect(findSameForm(html, parts({ wallet: 'two', label: 'x', more: 'y' }))).toBeNull();
  expect(findSameForm(html, parts({ wallet: 'two' }))).toBeNull();
  // One that is a single button is known by its place alone.
  expect(findSameForm(html, parts({}))).toBeNull();
  expect(idOf(findSameForm(html, parts({ $ACTION_KEY: 'k2' })))).toBe(ids[2]);
});

const running: Array<() => void> = [];
afterEach(() => {
  for (const stop of running.splice(0)) stop();
});

type Asked = { method: string; marked: string | undefined; cookie: string | undefined; body: string };

/** A site of a newer build behind the guard, whose one page is given. */
async function startSite(page: string, status = 200, beforePage?: () => Promise<void>) {
  const asked: Asked[] = [];
  const server = createSiteServer({
    siteUrl,
    findRoute: () => ({ name: '/', isPage: true, actions: new Set([newId]) }),
    handle: (request, response) => {
      let body = '';
      request.on('data', (piece) => {
        body += piece;
      });
      request.once('end', async () => {
        const marked = request.headers['x-countersign-outdated'] as string | undefined;
        asked.push({ method: request.method ?? '', marked, cookie: request.headers.cookie, body });
        if (request.method === 'GET') await beforePage?.();
        response.writeHead(request.method === 'GET' ? status : 200, {
          'content-type': 'text/html; charset=utf-8',
          'set-cookie': 'a=b',
        });
        response.end(request.method === 'GET' ? page : 'the page, with what was typed');
      });
    },
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  running.push(() => server.close().closeAllConnections());
  const { port } = server.address() as AddressInfo;
  const url = `http://127.0.0.1:${port}/account?tab=1`;
  const send = (fields: Record<string, string>, headers: Record<string, string> = {}) => {
    const body = new FormData();
    for (const [name, value] of Object.entries(fields)) body.append(name, value);
    return fetch(url, {
      method: 'POST',
      body,
      headers: { origin: siteUrl, cookie: 'session=1', ...headers },
    });
  };
  return { asked, send, port, server };
}

const typed = { wallet: 'two', label: '<b>Savings', 'new-password': 'correct horse' };
const oldForm = {
  $ACTION_REF_1: '',
  '$ACTION_1:0': `{"id":"${oldId}","bound":"$@1"}`,
  '$ACTION_1:1': '[{}]',
  ...typed,
};
const itsForm = `${rename('two')}<input type="password" name="new-password"/>`;

test('a form of another build is given back by this one, marked, so that nothing is done with it', async () => {
  const { asked, send } = await startSite(form(newId, 'k1', itsForm));
  const answer = await send(oldForm);
  expect(await answer.text()).toBe('the page, with what was typed');
  expect(answer.headers.get('set-cookie')).toBe('a=b');
  expect(asked.map(({ method, marked, cookie }) => [method, marked, cookie])).toEqual([
    ['GET', undefined, 'session=1'],
    ['POST', '1', 'session=1'],
  ]);
  const [first] = /^--(\S+)/.exec(asked[1]?.body ?? '') ?? [''];
  const sent = readMultipart(
    Buffer.from(asked[1]?.body ?? ''),
    `multipart/form-data; boundary=${first.slice(2)}`,
  );
  const values = Object.fromEntries((sent ?? []).map(({ name, content }) => [name, content.toString()]));
  // A secret goes to nobody again.
  expect(values).toMatchObject({ ...typed, 'new-password': '' });
  expect(values['$ACTION_1:0']).toContain(newId);
});

test('what a script sends after its action was not found is given back too, although it names none', async () => {
  const { asked, send } = await startSite(form(newId, 'k1', itsForm));
  const answer = await send({ ...typed, $ACTION_OUTDATED: '' });
  expect(await answer.text()).toBe('the page, with what was typed');
  expect(asked).toHaveLength(2);
});

test.each([
  ['has no such form any more', form(newId, 'k1', rename('three')), 200],
  ['is closed to who sent it', '', 307],
  ['names an action that is not known either', form(oldId, 'k1', itsForm), 200],
])(
  'where the page %s, the answer shows what was typed, without secrets, and the way back',
  async (_, page, status) => {
    const { send } = await startSite(page, status);
    const answer = await send(oldForm);
    expect(answer.status).toBe(409);
    expect(answer.headers.get('content-security-policy')).toContain("default-src 'none'");
    const text = await answer.text();
    expect(text).toContain('<a href="/account?tab=1">');
    expect(text).toContain('&lt;b&gt;Savings');
    expect(text).not.toContain('correct horse');
    expect(text).not.toContain('$ACTION');
  },
);

test('a form of another site asks this one for nothing', async () => {
  const { asked, send } = await startSite(form(newId, 'k1', itsForm));
  await send(oldForm, { origin: 'https://elsewhere.example' });
  expect(asked).toEqual([]);
});

test('a header that Node takes in and does not send is none of the requests of its own', async () => {
  const { asked, send, port } = await startSite(form(newId, 'k1', itsForm));
  const pattern = await send(oldForm).then(() => asked.splice(0)[1]);
  const body = (pattern?.body ?? '').replace(newId, oldId);
  const boundary = body.slice(2, body.indexOf('\r\n'));
  const socket = connect(port, '127.0.0.1');
  socket.write(
    `POST /account HTTP/1.1\r\nHost: countersign.example\r\nOrigin: ${siteUrl}\r\nTrailer: x\r\nTE: trailers\r\nConnection: close\r\n` +
      `Content-Type: multipart/form-data; boundary=${boundary}\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
  );
  expect(await text(socket)).toContain('the page, with what was typed');
  expect(asked.map(({ method }) => method)).toEqual(['GET', 'POST']);
});

test('whoever goes away while the page is looked for has sent their form nowhere', async () => {
  const { promise: left, resolve: leave } = Promise.withResolvers<void>();
  const elsewhere: string[] = [];
  const channel = 'http.client.request.created';
  const note = (message: unknown) => {
    const { request } = message as { request: ClientRequest };
    elsewhere.push(`${request.method} ${request.host}`);
  };
  const { asked, port, server } = await startSite(form(newId, 'k1', itsForm), 200, async () => {
    socket.destroy();
    await left;
  });
  const sent = new FormData();
  for (const [name, value] of Object.entries(oldForm)) sent.append(name, value);
  const whole = new Response(sent);
  const body = await whole.text();
  const ends: Promise<unknown>[] = [];
  server.on('connection', (connection) => ends.push(once(connection, 'close')));
  subscribe(channel, note);
  running.push(() => unsubscribe(channel, note));
  const socket = connect(port, '127.0.0.1');
  socket.write(
    `POST /account HTTP/1.1\r\nHost: countersign.example\r\nOrigin: ${siteUrl}\r\n` +
      `Content-Type: ${whole.headers.get('content-type')}\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
  );
  await once(socket, 'close');
  await Promise.all(ends);
  leave();
  await new Promise(setImmediate);
  expect(asked.map(({ method }) => method)).toEqual(['GET']);
  expect(elsewhere).toEqual(['GET 127.0.0.1']);
});
