import { startAppOnBackend } from './fixtures/app-on-backend.ts';
import { deployedSettings } from './fixtures/app-under-test.ts';
import { isLimited, untilLimited } from './fixtures/attempts.ts';
import { at, guessOn, makeNetwork } from './fixtures/networks.ts';
import { readSharedAddresses } from './fixtures/shared-addresses.ts';
import type { RunningApp } from './fixtures/stack.ts';
import { expect, test } from './fixtures/test.ts';
import { openVisitor } from './fixtures/visitor.ts';

// The table of docs/security.md, at the doors of the site: a stranger at one network tries what is an owner's, until it
// is refused, and the owner comes from another network with a browser that was never here.
test.describe.configure({ mode: 'default' });

let site: RunningApp;

test.beforeAll(async () => {
  site = await startAppOnBackend(readSharedAddresses(), {
    variables: { TRUSTED_PROXY_HEADER: 'X-Forwarded-For' },
  });
});

test.afterAll(() => site?.process.stop());

test('sign-in: one network guesses passwords, and the owner signs in at another', async ({ account }) => {
  const theirs = makeNetwork();
  const stranger = at(site, theirs);
  const path = await stranger.enterEmail(account.email);
  const wrong = { email: account.email, password: 'not the password' };
  await guessOn(stranger, { from: theirs, path, button: 'Sign in', fields: () => wrong, allowed: 10 });
  expect((await at(site, makeNetwork()).signIn(account)).headers.location).toBe('/wallets');
});

test('reset: one network asks for mails to an account until it is refused, and the owner asks at another', async ({
  account,
}) => {
  const { email } = account;
  const theirs = makeNetwork();
  const ask = (network: string) => at(site, network).press('/reset-password', 'Send the link', { email });
  const answers = await Promise.all(Array.from({ length: 5 }, () => ask(theirs)));
  expect(answers.filter(isLimited)).toEqual([]);
  await untilLimited(() => ask(theirs), 5);
  expect((await ask(makeNetwork())).headers.location).toContain('step=code');
});

test('forged headers make nobody another network: the entry of the proxy counts, and no header of ours', async ({
  account,
}) => {
  const theirs = makeNetwork();
  const stranger = at(site, theirs);
  const path = await stranger.enterEmail(account.email);
  const form = await stranger.findForm(path, 'Sign in');
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
    return stranger.submit(path, form, wrong, { headers });
  };
  const answers = await Promise.all(Array.from({ length: 10 }, send));
  expect(answers.filter(isLimited)).toEqual([]);
  await untilLimited(send, 10);
});

test('a proxy that writes no address is told of, and nobody is taken for the proxy', async () => {
  // With the local backend the server refuses the names of others.
  const deployed = await startAppOnBackend(readSharedAddresses(), {
    variables: { ...deployedSettings, TRUSTED_PROXY_HEADER: 'X-Forwarded-For' },
  });
  const askReady = async (headers: Record<string, string>) =>
    JSON.parse((await openVisitor(deployed.siteUrl).get('/api/ready', headers)).text);
  expect(await askReady({})).toEqual({ status: 'ready', notes: ['networks'] });
  expect(await askReady({ 'x-forwarded-for': '198.51.100.7' })).toEqual({ status: 'ready' });
  // By another name comes anyone who asks past the proxy, like a balancer.
  expect(await askReady({ host: '10.0.0.3:3000' })).toEqual({ status: 'ready' });
  await deployed.process.stop();
});
