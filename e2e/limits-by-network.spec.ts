import { randomBytes, randomUUID } from 'node:crypto';
import { createAccount } from './fixtures/account.ts';
import { startAppOnBackend } from './fixtures/app-on-backend.ts';
import { deployedSettings } from './fixtures/app-under-test.ts';
import { isLimited, sendUntilLimited } from './fixtures/attempts.ts';
import { type HttpClient, openHttpClient, passwordPath } from './fixtures/http-client.ts';
import { addAuthenticator } from './fixtures/second-factor.ts';
import { readSharedAddresses } from './fixtures/shared-addresses.ts';
import type { RunningApp } from './fixtures/stack.ts';
import { expect, test } from './fixtures/test.ts';

/** One of 2^32 networks, so that tests don't share one. */
function makeNetwork(): string {
  const [one, other] = [randomBytes(2), randomBytes(2)].map((bytes) => bytes.toString('hex'));
  return `2001:db8:${one}:${other}`;
}

/** A browser at some address of this network. Clients control the part of the header before the proxy's entry. */
const at = (site: RunningApp, network: string): HttpClient =>
  openHttpClient(site.siteUrl, site.siteUrl, { 'x-forwarded-for': from(network) });

const from = (network: string) =>
  `192.0.2.${randomBytes(1)[0]}, ${network}::${randomBytes(2).toString('hex')}`;

/** A form that an attacker submits repeatedly. */
type Guesses = { path: string; button: string; fields: Record<string, string>; allowed: number };

/**
 * Uses up a network's allowance in parallel, each time from another of its addresses.
 * @returns a function that sends another.
 */
async function spend(visitor: HttpClient, network: string, { path, button, fields, allowed }: Guesses) {
  const form = await visitor.findForm(path, button);
  const send = () => visitor.submit(path, form, fields, { headers: { 'x-forwarded-for': from(network) } });
  const answers = await Promise.all(Array.from({ length: allowed }, send));
  expect(answers.filter(isLimited)).toEqual([]);
  return send;
}

/** An attacker at one network uses up the allowance, and is refused afterwards. */
async function guessOn(visitor: HttpClient, network: string, guesses: Guesses): Promise<void> {
  await sendUntilLimited(await spend(visitor, network, guesses), guesses.allowed);
}

// who-holds-up-whom.test.ts tests who can exhaust which limit. These tests show which address counts, and the limits that no other test
// exhausts.
test.describe.configure({ mode: 'default' });

let site: RunningApp;

test.beforeAll(async () => {
  site = await startAppOnBackend(readSharedAddresses(), {
    variables: { TRUSTED_PROXY_HEADER: 'X-Forwarded-For' },
  });
});

test.afterAll(() => site?.process.stop());

test("forged headers don't change the network of an attacker who guesses passwords, and the owner signs in elsewhere", async ({
  account,
}) => {
  const theirs = makeNetwork();
  const stranger = at(site, theirs);
  const form = await stranger.findForm(passwordPath, 'Sign in');
  const wrong = { email: account.email, password: 'not the password' };
  let count = 0;
  const send = () => {
    const forged = `198.51.100.${++count}`;
    const headers = {
      'x-forwarded-for': `${forged}, ${makeNetwork()}::1, ${theirs}::${count}`,
      'x-countersign-peer': forged,
      'x-real-ip': forged,
      'sb-forwarded-for': forged,
      forwarded: `for=${forged}`,
    };
    return stranger.submit(passwordPath, form, wrong, { headers });
  };
  const answers = await Promise.all(Array.from({ length: 10 }, send));
  expect(answers.filter(isLimited)).toEqual([]);
  // The server's internal request headers reach no client.
  for (const { headers } of answers) expect(JSON.stringify(headers)).not.toContain('countersign-peer');
  await sendUntilLimited(send, 10);
  expect((await at(site, makeNetwork()).signIn(account)).headers.location).toBe('/wallets');
});

test('a proxy that sends no address is reported, and no client is mistaken for the proxy', async () => {
  // With the local backend, the server refuses other host names.
  const deployed = await startAppOnBackend(readSharedAddresses(), {
    variables: { ...deployedSettings, TRUSTED_PROXY_HEADER: 'X-Forwarded-For' },
  });
  const readReadiness = async (headers: Record<string, string>) =>
    JSON.parse((await openHttpClient(deployed.siteUrl).get('/api/ready', headers)).text);
  expect(await readReadiness({})).toEqual({ status: 'ready', notes: ['networks'] });
  expect(await readReadiness({ 'x-forwarded-for': '198.51.100.7' })).toEqual({ status: 'ready' });
  // Clients that bypass the proxy, such as a load balancer, use another host name.
  expect(await readReadiness({ host: '10.0.0.3:3000' })).toEqual({ status: 'ready' });
  await deployed.process.stop();
});

test("emailed code: attackers use up the account's attempts, but not the owner's code or link @slow", async ({
  account,
  mailbox,
}) => {
  const { email } = account;
  const owner = at(site, makeNetwork());
  const asked = await owner.press('/sign-in', 'Continue', { email });
  const codePath = asked.headers.location ?? '';

  const stranger = at(site, makeNetwork());
  const guess = { email, code: '000000' };
  // Without requesting an email, which would give the attacker attempts of their own.
  const form = await owner.findForm(codePath, 'Continue');
  const sendFromAnywhere = () =>
    stranger.submit(codePath, form, guess, { headers: { 'x-forwarded-for': from(makeNetwork()) } });
  const answers = await Promise.all(Array.from({ length: 25 }, sendFromAnywhere));
  expect(answers.filter(isLimited)).toEqual([]);
  await sendUntilLimited(sendFromAnywhere, 25);

  const mail = await mailbox.newestTo(email);
  const right = { email, code: mail.code ?? '' };
  expect((await owner.press(codePath, 'Continue', right)).headers.location).toBe('/wallets');
  // A recipient who opens the email elsewhere can use its link.
  const elsewhere = at(site, makeNetwork());
  const known = await mailbox.newestTo(email);
  await expect
    .poll(async () => {
      const again = at(site, makeNetwork());
      await again.press('/sign-in', 'Continue', { email });
      return (await mailbox.newestTo(email)).id;
    })
    .not.toBe(known.id);
  const { pathname, search } = new URL((await mailbox.newestTo(email)).link ?? '');
  expect((await elsewhere.press(pathname + search, 'Continue')).headers.location).toBe('/wallets');
});

test('sign-up: one network signs up until it is refused, also with the email of a user at another @slow', async ({
  mailbox,
}) => {
  const newcomer = { email: `new-${randomUUID()}@example.com`, password: 'correct horse battery' };
  const theirs = makeNetwork();
  const squat = () => at(site, theirs).press('/sign-up', 'Create account', newcomer);
  const answers = await Promise.all(Array.from({ length: 5 }, squat));
  expect(answers.filter(isLimited)).toEqual([]);
  await sendUntilLimited(squat, 5);
  const owner = at(site, makeNetwork());
  const signedUp = await owner.press('/sign-up', 'Create account', newcomer);
  expect(signedUp.headers.location).toBe('/sign-in?step=code');
  const { code } = await mailbox.newestTo(newcomer.email);
  const confirmed = await owner.press('/sign-in?step=code', 'Continue', { ...newcomer, code: code ?? '' });
  expect(confirmed.status).toBe(303);
});

test('recovery code: an attacker with the password guesses, and the owner uses one at another network @slow', async ({
  account,
  addresses,
}) => {
  const { authenticator } = await addAuthenticator(addresses, account);
  const home = at(site, makeNetwork());
  await home.signIn(account);
  const first = { code: authenticator.nextCode() };
  expect((await home.press('/sign-in/second-factor', 'Continue', first)).headers.location).toBe('/wallets');
  const sheet = await home.press('/security/recovery-codes', 'Show ten new codes');
  const [recoveryCode = ''] = /([A-Z2-7]{4}-){3}[A-Z2-7]{4}/.exec(sheet.text) ?? [];

  const path = '/sign-in/second-factor?with=recovery-code';
  const theirs = makeNetwork();
  const thief = at(site, theirs);
  await thief.signIn(account);
  const fields = { recoveryCode: 'AAAA-AAAA-AAAA-AAAA' };
  await guessOn(thief, theirs, { path, button: 'Continue', fields, allowed: 10 });
  const owner = at(site, makeNetwork());
  await owner.signIn(account);
  const used = await owner.press(path, 'Continue', { recoveryCode });
  expect(used.headers.location).toBe('/security/lost-authenticator?next=%2Fwallets');
});

test('confirm access: an attacker with a stolen session guesses the password, and the owner confirms @slow', async ({
  account,
}) => {
  const owner = at(site, makeNetwork());
  await owner.signIn(account);
  const theirs = makeNetwork();
  const thief = at(site, theirs);
  for (const [name, value] of owner.cookies) if (name !== 'device') thief.cookies.set(name, value);
  const path = '/confirm-access?way=password';
  const fields = { password: 'not the password' };
  await guessOn(thief, theirs, { path, button: 'Continue', fields, allowed: 10 });
  const { password } = account;
  // The cookie of a known browser may be missing too.
  owner.cookies.delete('device');
  expect((await owner.press(path, 'Continue', { password })).headers.location).toBe('/wallets');
});

test('export: an account that requests too many waits, and another one on its network does not @slow', async ({
  account,
  addresses,
}) => {
  const network = makeNetwork();
  const [busy, other] = [at(site, network), at(site, network)];
  await busy.signIn(account);
  await other.signIn(await createAccount(addresses));
  const form = await busy.findForm('/account', 'Export everything');
  const statuses = [];
  for (let count = 0; count < 11; count++) statuses.push((await busy.submit('/account/export', form)).status);
  expect(statuses).toEqual([...Array(10).fill(200), 303]);
  const theirs = await other.findForm('/account', 'Export everything');
  expect((await other.submit('/account/export', theirs)).status).toBe(200);
});
