import { type ChangeTarget, walkChangeTargets } from './fixtures/change-targets.ts';
import { encodeForm, type PageForm } from './fixtures/page-forms.ts';
import { expect, test } from './fixtures/test.ts';
import { openVisitor } from './fixtures/visitor.ts';

const foreignOrigins: Array<[string, string]> = [
  ['another site', 'https://evil.example'],
  ['a hidden origin', 'null'],
  ['no origin', ''],
  ['another port', 'http://localhost:1'],
  ['a name that begins like ours', 'http://localhost.evil.example'],
];

test('a form sent from another site is refused and changes nothing', async ({ addresses, mailbox }) => {
  await walkChangeTargets(addresses, mailbox, async (target) => {
    const form = await target.visitor.findForm(target.path, target.button);
    const held = new Map(target.visitor.cookies);
    for (const [attack, origin] of foreignOrigins) {
      const answer = await target.visitor.submit(target.path, form, target.fields, { headers: { origin } });
      expect([target.button, attack, answer.status]).toEqual([target.button, attack, 403]);
      expect(answer.text).toContain('This request came from another site.');
      expect(answer.setCookies).toEqual([]);
      const called = await callAction(target, form, { origin });
      expect([target.button, attack, called.status]).toEqual([target.button, attack, 403]);
    }
    expect(target.visitor.cookies).toEqual(held);
    await target.expectNothingChanged();
  });
});

test('the same forms, sent from the site itself, do change things', async ({ addresses, mailbox }) => {
  await walkChangeTargets(addresses, mailbox, async (target) => {
    const form = await target.visitor.findForm(target.path, target.button);
    const answer = await target.visitor.submit(target.path, form, target.fields);
    expect([target.button, answer.status < 400]).toEqual([target.button, true]);
    await expect(target.expectNothingChanged(), target.button).rejects.toThrow();
  });
});

test('a body that is no form is refused and changes nothing', async ({ addresses, mailbox }) => {
  await walkChangeTargets(addresses, mailbox, async (target) => {
    const form = await target.visitor.findForm(target.path, target.button);
    for (const type of ['application/json', 'text/html', 'application/octet-stream', '']) {
      const headers = { 'content-type': type };
      const answer = await target.visitor.submit(target.path, form, target.fields, { headers });
      expect([target.button, type, answer.status]).toEqual([target.button, type, 415]);
    }
    await target.expectNothingChanged();
  });
});

test('a body over 32 kB is refused and changes nothing, whether or not it says its length', async ({
  addresses,
  mailbox,
}) => {
  await walkChangeTargets(addresses, mailbox, async (target) => {
    const form = await target.visitor.findForm(target.path, target.button);
    const { body, contentType } = await encodeForm({
      ...form.hidden,
      ...target.fields,
      padding: 'x'.repeat(32 * 1024),
    });
    for (const chunked of [false, true]) {
      const answer = await target.visitor.send({
        method: 'POST',
        path: form.action || target.path,
        headers: { origin: addresses.siteUrl, 'content-type': contentType },
        body,
        chunked,
      });
      expect([target.button, chunked, answer.status]).toEqual([target.button, chunked, 413]);
      expect(answer.text).toContain('That is more than this form takes.');
    }
    await target.expectNothingChanged();
  });
});

test('a visit changes nothing, whatever its query and headers say', async ({ addresses, mailbox }) => {
  await walkChangeTargets(addresses, mailbox, async (target) => {
    const form = await target.visitor.findForm(target.path, target.button);
    const query = new URLSearchParams({ ...form.hidden, ...target.fields });
    const address = form.action || target.path;
    const path = `${address}${address.includes('?') ? '&' : '?'}${query}`;
    for (const method of ['GET', 'HEAD']) {
      await target.visitor.send({ method, path });
      await target.visitor.send({ method, path, headers: { 'next-action': actionOf(form) } });
      await target.visitor.send({ method, path, headers: { 'x-http-method-override': 'POST' } });
    }
    await target.expectNothingChanged();
  });
});

test('a form sent to an address that is no page is refused and changes nothing', async ({
  addresses,
  mailbox,
}) => {
  const strays = [
    '/api/nothing',
    '/api/health',
    '/_next/imagexyz',
    '/_next/image/x',
    '/_next/static/x',
    '/icon.svg',
  ];
  await walkChangeTargets(addresses, mailbox, async (target) => {
    const form = await target.visitor.findForm(target.path, target.button);
    for (const path of strays) {
      for (const origin of ['https://evil.example', '']) {
        const stray = { ...form, action: path };
        const sent = await target.visitor.submit(path, stray, target.fields, { headers: { origin } });
        expect([path, sent.status < 500, sent.setCookies]).toEqual([path, true, []]);
        const called = await callAction({ ...target, path }, form, { origin });
        expect([path, called.status < 500, called.setCookies]).toEqual([path, true, []]);
      }
    }
    await target.expectNothingChanged();
  });
});

test('opening a link from a mail, any number of times, leaves it good for the one who presses the button', async ({
  addresses,
  mailbox,
}) => {
  const email = `scanned-${crypto.randomUUID()}@example.com`;
  const visitor = openVisitor(addresses.siteUrl);
  await visitor.press('/sign-up', 'Create account', { email, password: 'correct horse battery' });
  const { pathname, search } = new URL((await mailbox.newestTo(email)).link ?? '');
  for (const method of ['GET', 'HEAD', 'GET', 'OPTIONS']) {
    const scan = await openVisitor(addresses.siteUrl).send({ method, path: pathname + search });
    expect(scan.setCookies).toEqual([]);
  }
  const answer = await visitor.press(pathname + search, 'Confirm email');
  expect([answer.status, answer.headers.location]).toEqual([303, '/wallets']);
  expect((await visitor.get('/account')).text.includes(email)).toBe(true);
  // And for nobody after that.
  const used = await openVisitor(addresses.siteUrl).get(pathname + search);
  expect(used.text).toContain('This link has expired or was already used.');
});

/** As the script of a page calls a server action. */
function callAction(
  { visitor, path, fields }: ChangeTarget,
  form: PageForm,
  headers: Record<string, string>,
) {
  const action = { ...form, hidden: {}, action: path };
  return visitor.submit(path, action, fields, { headers: { 'next-action': actionOf(form), ...headers } });
}

/** The id of the server action that a form names; for one that is sent to an address of its own, none that exists. */
function actionOf({ hidden, action }: PageForm): string {
  if (action) return 'none';
  const named = Object.keys(hidden).find((name) => name.startsWith('$ACTION_ID_'));
  const bound = Object.keys(hidden).find((name) => /^\$ACTION_\d+:0$/.test(name)) ?? '';
  const id = named?.slice('$ACTION_ID_'.length) ?? /"id":"(\w+)"/.exec(hidden[bound] ?? '')?.[1];
  if (!id) throw new Error('This form names no server action.');
  return id;
}
