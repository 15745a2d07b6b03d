import { randomUUID } from 'node:crypto';
import { createAccount } from './fixtures/account.ts';
import { sendUntilLimited } from './fixtures/attempts.ts';
import { type HttpClient, openHttpClient, passwordPath } from './fixtures/http-client.ts';
import type { RawAnswer } from './fixtures/raw-request.ts';
import { readWords } from './fixtures/read-html.ts';
import { expect, test } from './fixtures/test.ts';

const tooMany = 'Too many attempts.';

/** The status, whether there is a Retry-After, and whether the page says so. */
function describe({ status, headers, text }: RawAnswer) {
  return { status, waits: Number(headers['retry-after'] ?? 0) > 0, says: text.includes(tooMany) };
}

const passed = { status: 200, waits: false, says: false };

const limited = { status: 429, waits: true, says: true };

/**
 * Sends a form as often as allowed in parallel, and then until it is refused, each time with another address in its headers.
 * @returns the refusal.
 */
async function spend(
  visitor: HttpClient,
  path: string,
  button: string,
  fields: Record<string, string>,
  allowed: number,
) {
  const form = await visitor.findForm(path, button);
  let count = 0;
  const send = () => {
    const address = `198.51.100.${++count}`;
    const headers = { 'x-forwarded-for': address, 'x-real-ip': address, 'x-countersign-peer': address };
    return visitor.submit(path, form, fields, { headers });
  };
  const answers = await Promise.all(Array.from({ length: allowed }, send));
  expect(answers.map(describe)).toEqual(Array(allowed).fill(passed));
  return describe(await sendUntilLimited(send, allowed));
}

test('after ten wrong passwords, only a browser that signed in before may sign in', async ({
  addresses,
  account,
}) => {
  const owner = openHttpClient(addresses.siteUrl);
  await owner.signIn(account);
  await owner.press('/wallets', 'Sign out');

  const stranger = openHttpClient(addresses.siteUrl);
  const wrong = { email: account.email, password: 'not the password' };
  expect(await spend(stranger, passwordPath, 'Sign in', wrong, 10)).toEqual(limited);

  // The right password is refused too.
  const right = await stranger.press(passwordPath, 'Sign in', account);
  expect(describe(right)).toEqual(limited);
  expect(Number(right.headers['retry-after'])).toBeGreaterThan(600);
  expect(readWords(right.text)).toMatch(/Too many attempts\. .*Wait 1\d minutes/);

  expect((await owner.signIn(account)).headers.location).toBe('/wallets');
  const others = await createAccount(addresses);
  expect((await openHttpClient(addresses.siteUrl).signIn(others)).headers.location).toBe('/wallets');
  // Each sign-in method has its own limit: a code is still sent, and signs in.
  const step = await stranger.press('/sign-in', 'Continue', { email: account.email });
  expect(step.headers.location).toContain('step=code');
});

test('an email without an account has the same limits: passwords, codes and emails @slow', async ({
  addresses,
  account,
}) => {
  for (const email of [account.email, `nobody-${randomUUID()}@example.com`]) {
    const visitor = openHttpClient(addresses.siteUrl);
    const wrong = { email, password: 'wrong one' };
    expect(await spend(visitor, passwordPath, 'Sign in', wrong, 10)).toEqual(limited);

    const codes = await visitor.press('/sign-in', 'Continue', { email });
    const codePath = codes.headers.location ?? '';
    expect(await spend(visitor, codePath, 'Continue', { email, code: '000000' }, 5)).toEqual(limited);

    // That was the first of five emails. Each request is from a new browser, without a pause.
    const ask = () =>
      openHttpClient(addresses.siteUrl).press('/reset-password', 'Email me a code', { email });
    for (let count = 0; count < 4; count++) expect((await ask()).status).toBe(303);
    expect(describe(await sendUntilLimited(ask, 5))).toEqual(limited);
  }
});
