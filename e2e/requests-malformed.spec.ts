import { startAppOnBackend } from './fixtures/app-on-backend.ts';
import type { PageForm } from './fixtures/page-forms.ts';
import type { RawAnswer } from './fixtures/raw-request.ts';
import { readSharedAddresses } from './fixtures/shared-addresses.ts';
import type { RunningApp } from './fixtures/stack.ts';
import { expect, test } from './fixtures/test.ts';
import { openVisitor } from './fixtures/visitor.ts';

/** In everything that is sent below, so that the log can be searched for it. */
const chosen = 'chosen-by-the-sender';
const multipart = 'multipart/form-data; boundary=bb';
const text = 'text/plain;charset=UTF-8';

let app: RunningApp;
/** What a page's own form names: an action that exists, with a state. */
let form: PageForm;
let actionId: string;

// One app for all of them, whose log is read at the end.
test.describe.configure({ mode: 'default' });

test.beforeAll(async () => {
  app = await startAppOnBackend(readSharedAddresses(), { variables: { LOG_REQUESTS: '1' } });
  form = await openVisitor(app.siteUrl).findForm('/sign-up', 'Create account');
  actionId = /"id":"(\w+)"/.exec(form.hidden['$ACTION_1:0'] ?? '')?.[1] ?? '';
  expect(actionId).toMatch(/^[0-9a-f]{42}$/);
});

test.afterAll(async () => {
  // Every case of this file was sent to it, and nobody's stack or word is there.
  const log = app.process.output();
  expect(log).not.toContain(chosen);
  expect(log).not.toMatch(/^ {4}at |Error:|⨯/m);
  await app.process.stop();
});

/** A refusal in the words of the catalogue: plain text, or data below `/api/`. */
function expectRefusal(what: string, answer: RawAnswer, status: number): void {
  expect([what, answer.status]).toEqual([what, status]);
  const isData = (answer.headers['content-type'] ?? '').startsWith('application/json');
  if (isData) expect(JSON.parse(answer.text)).toHaveProperty('error.title');
  else expect([what, answer.text]).toEqual([what, expect.stringMatching(/^[A-Z][^<>{}]*[.!]\n$/)]);
  expect(answer.setCookies).toEqual([]);
  expect(answer.headers['x-content-type-options']).toBe('nosniff');
}

test('TRACE and other methods that no page knows are answered with 405 and what is allowed', async () => {
  const visitor = openVisitor(app.siteUrl);
  for (const method of ['TRACE', 'PUT', 'DELETE', 'PATCH', 'OPTIONS', 'PROPFIND', 'QUERY']) {
    for (const path of ['/sign-in', `/wallets?${chosen}`, '/sign-out', '/icon.svg', '/_next/static/x']) {
      const answer = await visitor.send({ method, path, headers: { origin: app.siteUrl } });
      expectRefusal(`${method} ${path}`, answer, 405);
      const isFile = path === '/icon.svg' || path.startsWith('/_next/');
      expect(answer.headers.allow).toBe(isFile ? 'GET, HEAD' : 'GET, HEAD, POST');
    }
  }
  for (const path of ['/api/health', '/api/v1/proofs/x', '/api/nothing']) {
    const answer = await visitor.send({ method: 'TRACE', path });
    expectRefusal(`TRACE ${path}`, answer, 405);
    expect(answer.headers.allow).toContain('GET');
  }
  expectRefusal('OPTIONS *', await visitor.send({ method: 'OPTIONS', path: '*' }), 405);
});

test('an address that is no path, or no text, is answered with 400 and 404', async () => {
  const visitor = openVisitor(app.siteUrl);
  for (const path of [`http://${chosen}.example/sign-in`, 'http://'])
    expectRefusal(path, await visitor.get(path), 400);
  for (const path of ['/_next/static/%ff', '/sign-in/%', '/api/v1/proofs/%E0%A4%A'])
    expectRefusal(path, await visitor.get(path), 404);
});

test("Next's picture server is closed, whatever it is asked for and by whom", async ({ account }) => {
  const nobody = openVisitor(app.siteUrl);
  const member = openVisitor(app.siteUrl);
  await member.signIn(account);
  for (const visitor of [nobody, member]) {
    for (const path of ['/_next/image', '/_next/./image', '/sign-in/../_next/image']) {
      for (const query of ['', '?url=/account', '?url=/account&w=64&q=75', `?url=%2Ficon.svg&w=64&q=75`]) {
        const answer = await visitor.get(path + query);
        expectRefusal(path + query, answer, 404);
        expect(answer.text).not.toContain(account.email);
      }
    }
    for (const path of [
      '/_next/image/',
      '/_next/%69mage?url=/account&w=64&q=75',
      '/_next/image/x?url=/account',
    ]) {
      const { status, headers } = await visitor.get(path);
      expect([path, status < 500, headers['content-type'] ?? '']).toEqual([
        path,
        true,
        expect.not.stringContaining('image/'),
      ]);
    }
  }
});

const part = (name: string, value: string) =>
  `--bb\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
const encode = (fields: Record<string, string>) =>
  `${Object.entries(fields)
    .map(([name, value]) => part(name, value))
    .join('')}--bb--\r\n`;

const brokenForms: Array<[string, string, string]> = [
  ['breaks off', multipart, `--bb\r\nContent-Disposition: form-data; name="a"\r\n\r\n${chosen}`],
  ['has no boundary', 'multipart/form-data', encode({ a: chosen })],
  ['has another boundary', multipart, encode({ a: chosen }).replaceAll('--bb', '--cc')],
  ['is noise', multipart, `\u0000${chosen}`],
  ['is empty', multipart, ''],
  ['has a broken field', multipart, `--bb\r\n${chosen}\r\n\r\n[]\r\n--bb--\r\n`],
  [
    'has a file in an encoding of its own',
    multipart,
    `--bb\r\nContent-Disposition: form-data; name="0"; filename="${chosen}"\r\nContent-Transfer-Encoding: base64\r\n\r\n[]\r\n--bb--\r\n`,
  ],
];

test('a form that can’t be read is answered with 400, also where it would sign out', async ({ account }) => {
  const visitor = openVisitor(app.siteUrl);
  await visitor.signIn(account);
  for (const path of ['/sign-out', '/sign-up', '/account', '/api/nothing']) {
    for (const [what, type, body] of brokenForms) {
      const answer = await visitor.send({
        method: 'POST',
        path,
        headers: { origin: app.siteUrl, 'content-type': type },
        body: Buffer.from(body),
      });
      expectRefusal(`${path} ${what}`, answer, 400);
    }
  }
  const plain = { origin: app.siteUrl, 'content-type': text };
  const body = Buffer.from(chosen);
  expectRefusal('text', await visitor.send({ method: 'POST', path: '/sign-out', headers: plain, body }), 400);
  expect((await visitor.get('/account')).text).toContain(account.email);
});

test('a server action that can’t be read is answered with 400, and one of another build with 409', async () => {
  const visitor = openVisitor(app.siteUrl);
  const call = (id: string, body: string, type = text) =>
    visitor.send({
      method: 'POST',
      path: '/sign-up',
      headers: { origin: app.siteUrl, 'content-type': type, 'next-action': id },
      body: Buffer.from(body),
    });
  for (const id of [chosen, '__proto__', '4'.repeat(41), '\u00e9'])
    expectRefusal(`id ${id}`, await call(id, '[]'), 400);
  for (const body of [
    ...[chosen, '', '5', 'null', '{}', `["$F${chosen}"]`, `["$n1${chosen}"]`, '["$1"]', '["$B1"]', '["$i1"]'],
    ...[`[${'1,'.repeat(2000)}1]`, '['.repeat(15_000) + ']'.repeat(15_000)],
  ]) {
    expectRefusal(`body ${body.slice(0, 40)}`, await call(actionId, body), 400);
    expectRefusal(`form ${body.slice(0, 40)}`, await call(actionId, encode({ 0: body }), multipart), 400);
  }
  for (const [what, type, body] of brokenForms) expectRefusal(what, await call(actionId, body, type), 400);

  const outdated = await call('4'.repeat(42), '[]');
  expectRefusal('an action of another build', outdated, 409);
  // Next's client looks for it.
  expect(outdated.headers['x-nextjs-action-not-found']).toBe('1');
});

test('a form that names an action in fields that can’t be read is answered with 400', async () => {
  const visitor = openVisitor(app.siteUrl);
  const described = `{"id":"${actionId}","bound":"$@1"}`;
  const unreadable: Array<Record<string, string>> = [
    { [`$ACTION_ID_${chosen}`]: '' },
    { $ACTION_REF_1: '' },
    { $ACTION_REF_1: '', '$ACTION_1:0': `{${chosen}` },
    { $ACTION_REF_1: '', '$ACTION_1:0': `{"id":"${chosen}","bound":null}` },
    { $ACTION_REF_1: '', '$ACTION_1:0': described },
    { $ACTION_REF_1: '', '$ACTION_1:0': described, '$ACTION_1:1': `[${chosen}` },
    { $ACTION_REF_1: '', '$ACTION_1:0': described, '$ACTION_1:1': '["$F7"]' },
    { ...form.hidden, '$ACTION_1:1': `["$n${chosen}"]` },
  ];
  for (const fields of unreadable) {
    const answer = await visitor.send({
      method: 'POST',
      path: '/sign-up',
      headers: { origin: app.siteUrl, 'content-type': multipart },
      body: Buffer.from(encode(fields)),
    });
    expectRefusal(JSON.stringify(fields).slice(0, 90), answer, 400);
  }
  const untouched = await visitor.submit('/sign-up', form, { email: 'no mail', password: '' });
  expect(untouched.status).toBe(200);
  expect(untouched.text).toContain('Enter a full email address');
});
