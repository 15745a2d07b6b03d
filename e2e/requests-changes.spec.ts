import { expectNoLeak } from './fixtures/caching.ts';
import {
  type FoundTarget,
  makeBriefTargets,
  makeLastingTargets,
  walkTargets,
} from './fixtures/change-targets.ts';
import { openMailbox } from './fixtures/mailbox.ts';
import { encodeForm, type PageForm, readActionId } from './fixtures/page-forms.ts';
import type { RawAnswer } from './fixtures/raw-request.ts';
import { readSharedAddresses } from './fixtures/shared-addresses.ts';
import { expect, test } from './fixtures/test.ts';
import { openVisitor } from './fixtures/visitor.ts';

test.describe.configure({ mode: 'default' });

/** Every attack of this file is tried on the same forms; the last test uses up those that last. */
let lastingTargets: FoundTarget[][];
let targets: FoundTarget[][];

test.beforeAll(async () => {
  const addresses = readSharedAddresses();
  const mailbox = openMailbox(addresses.mailboxUrl);
  lastingTargets = await makeLastingTargets(addresses, mailbox);
  targets = [...lastingTargets, ...(await makeBriefTargets(addresses, mailbox))];
});

const externalOrigins: Array<[string, string]> = [
  ['another site', 'https://evil.example'],
  ['a hidden origin', 'null'],
  ['no origin', ''],
  ['another port', 'http://localhost:1'],
  ['a name that begins like ours', 'http://localhost.evil.example'],
];

test('a form sent from another site is refused and changes nothing', async () => {
  await walkTargets(targets, async (target) => {
    const held = new Map(target.visitor.cookies);
    for (const [attack, origin] of externalOrigins) {
      const answer = await submit(target, { origin });
      expect([target.button, attack, answer.status]).toEqual([target.button, attack, 403]);
      expect(answer.text).toContain('This request came from another site.');
      expect(answer.setCookies).toEqual([]);
      const called = await callAction(target, { origin });
      expect([target.button, attack, called.status]).toEqual([target.button, attack, 403]);
    }
    expect(target.visitor.cookies).toEqual(held);
    await target.expectNothingChanged();
  });
});

test('a body that is no form is refused and changes nothing', async () => {
  await walkTargets(targets, async (target) => {
    for (const type of ['application/json', 'text/html', 'application/octet-stream', '']) {
      const answer = await submit(target, { 'content-type': type });
      expect([target.button, type, answer.status]).toEqual([target.button, type, 415]);
    }
    await target.expectNothingChanged();
  });
});

test('a body over 32 kB is refused and changes nothing, whether or not it says its length', async ({
  addresses,
}) => {
  await walkTargets(targets, async (target) => {
    const { body, contentType } = await encodeForm({
      ...target.form.hidden,
      ...target.fields,
      padding: 'x'.repeat(32 * 1024),
    });
    for (const chunked of [false, true]) {
      const answer = await target.visitor.send({
        method: 'POST',
        path: target.form.action || target.path,
        headers: { origin: addresses.siteUrl, 'content-type': contentType },
        body,
        chunked,
      });
      expect([target.button, chunked, answer.status]).toEqual([target.button, chunked, 413]);
      expect(answer.text).toContain("That's more than this form accepts.");
    }
    await target.expectNothingChanged();
  });
});

test('a visit changes nothing, whatever its query and headers say', async () => {
  await walkTargets(targets, async (target) => {
    const { form, visitor } = target;
    const query = new URLSearchParams({ ...form.hidden, ...target.fields });
    const address = form.action || target.path;
    const path = `${address}${address.includes('?') ? '&' : '?'}${query}`;
    // One of each kind: a plain visit, one that names an action, and one that says it is a POST.
    await visitor.send({ path });
    await visitor.send({ path, headers: { 'next-action': actionOf(form) } });
    await visitor.send({ method: 'HEAD', path, headers: { 'x-http-method-override': 'POST' } });
    await target.expectNothingChanged();
  });
});

test('a form sent to an address that is no page is refused and changes nothing', async () => {
  // One of each kind: what any origin gets at any path is in server/request-rules.properties.test.ts.
  const strays = ['/api/nothing', '/_next/image/x', '/icon.svg'];
  await walkTargets(targets, async (target) => {
    for (const path of strays) {
      const stray = { ...target.form, action: path };
      const sent = await target.visitor.submit(path, stray, target.fields, { headers: { origin: '' } });
      expect([path, sent.status < 500, sent.setCookies]).toEqual([path, true, []]);
      const called = await callAction({ ...target, path }, { origin: 'https://evil.example' });
      expect([path, called.status < 500, called.setCookies]).toEqual([path, true, []]);
    }
    await target.expectNothingChanged();
  });
});

test('the same forms, sent from the site itself, do change things', async ({ addresses, mailbox }) => {
  // On a slow machine the brief ones of the tests before may be over by now.
  const fresh = [...lastingTargets, ...(await makeBriefTargets(addresses, mailbox))];
  const answers: Array<[FoundTarget, RawAnswer]> = [];
  await walkTargets(fresh, async (target) => {
    // What is refused for what was typed, where something is typed, says more than what is taken.
    if (Object.keys(target.fields).length > 0) {
      const wrong = { ...target, fields: { email: 'no mail', password: '' } };
      answers.push([target, await submit(wrong)]);
      await target.expectNothingChanged();
    }
    const answer = await submit(target);
    answers.push([target, answer]);
    expect([target.button, answer.status < 400]).toEqual([target.button, true]);
    await expect(target.expectNothingChanged(), target.button).rejects.toThrow();
  });
  await test.step('no answer of a form or an action that sets a cookie is kept by a cache', () => {
    for (const [{ button, path, fields }, answer] of answers)
      expectNoLeak(button, path, answer, fields.email ?? 'nobody');
    const setting = answers.filter(([, { setCookies }]) => setCookies.length > 0);
    const buttons = setting.map(([{ button }]) => button);
    expect(buttons).toEqual(expect.arrayContaining(['Sign in', 'Sign out']));
  });
});

function submit({ visitor, path, form, fields }: FoundTarget, headers: Record<string, string> = {}) {
  return visitor.submit(path, form, fields, { headers });
}

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
function callAction({ visitor, path, fields, form }: FoundTarget, headers: Record<string, string>) {
  const action = { ...form, hidden: {}, action: path };
  return visitor.submit(path, action, fields, { headers: { 'next-action': actionOf(form), ...headers } });
}

/** The id of the form's server action; for a form with an address of its own, an id that no action has. */
function actionOf(form: PageForm): string {
  const id = form.action ? 'none' : readActionId(form);
  if (!id) throw new Error('This form names no server action.');
  return id;
}
