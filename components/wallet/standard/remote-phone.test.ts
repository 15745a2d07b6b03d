import { createPublicKey, verify } from 'node:crypto';
import { base58 } from '@scure/base';
import type { Wallet } from '@wallet-standard/base';
import { explainSigningError } from '@/components/wallet/connect/explain-wallet-error';
import {
  connectPhone,
  explainFailure,
  message,
  offerRemoteWallets,
  waitForStep,
} from '@/components/wallet/standard/testing/remote-wallet';
import { createPhone, type Phone } from '@/e2e/fixtures/phone';
import { base64Protocol, type Reflector, startReflector } from '@/e2e/fixtures/reflector';
import { installWindow } from '@/lib/testing/browser-window';

const { setReflector } = installWindow();
const openWallet = offerRemoteWallets();
let reflector: Reflector;

beforeAll(async () => {
  reflector = await startReflector();
});
afterAll(() => reflector.stop());
beforeEach(() => setReflector(reflector.url));

const connectWith = (phone: Phone, remote = openWallet()) => connectPhone(phone, remote, reflector.url);

it.each([undefined, base64Protocol])(
  "connects and signs through a reflector that can't read any of it (%s)",
  async (protocol) => {
    const before = reflector.passedOn.length;
    const phone = createPhone(protocol ? { protocol } : {});
    const { wallet, steps, sign } = await connectWith(phone);
    expect(wallet.accounts.map(({ address }) => address)).toEqual([phone.address]);
    expect(steps.read()).toEqual({ name: 'none' });

    const [signed] = await sign();
    expect(signed?.signedMessage).toEqual(message);
    const der = Buffer.concat([
      Buffer.from('302a300506032b6570032100', 'hex'),
      Buffer.from(base58.decode(phone.address)),
    ]);
    const publicKey = createPublicKey({ key: der, format: 'der', type: 'spki' });
    expect(verify(null, message, publicKey, signed?.signature ?? new Uint8Array())).toBe(true);
    expect(phone.asked).toEqual(['authorize', 'sign_messages']);
    expect(phone.site()).toMatchObject({ name: 'Countersign', icon: 'brand/a' });

    const seen = Buffer.concat(reflector.passedOn.slice(before)).toString('latin1');
    expect(seen.length).toBeGreaterThan(400);
    expect(seen).not.toMatch(/STATEMENT|SECRET-TOKEN|authorize|Countersign|jsonrpc/);
  },
);

it('connects the first of two phones that scan one code, and refuses the second', async () => {
  const opened = openWallet();
  const connecting = opened.connect();
  const { link } = await waitForStep(opened.steps, 'code');
  const [first, second] = [createPhone(), createPhone()];
  await first.scan(link, reflector.url);
  await second.scan(link, reflector.url);
  const { accounts } = await connecting;
  expect(accounts.map(({ address }) => address)).toEqual([first.address]);
  expect(second.asked).toEqual([]);
});

it('reports immediately when the phone leaves during a request, and shows a new code for the next request', async () => {
  const phone = createPhone();
  const opened = await connectWith(phone);
  phone.behave('sign_messages', 'leave');
  expect(await explainFailure(opened.sign(), explainSigningError)).toBe('wallet.session_closed');

  phone.behave('sign_messages', 'accept');
  const signing = opened.sign();
  const { link } = await waitForStep(opened.steps, 'code');
  await phone.scan(link, reflector.url);
  expect((await signing)[0]?.signedMessage).toEqual(message);
  // A new session first restores the earlier authorization.
  expect(phone.asked).toEqual(['authorize', 'sign_messages', 'authorize', 'sign_messages']);
});

it('reports a refusal on the phone with a code of the catalogue', async () => {
  const phone = createPhone();
  phone.behave('authorize', 'decline');
  expect(await explainFailure(connectWith(phone))).toBe('wallet.cancelled');
  phone.behave('authorize', 'accept');
  phone.behave('sign_messages', 'decline');
  const { sign } = await connectWith(phone);
  expect(await explainFailure(sign(), explainSigningError)).toBe('wallet.declined');
});

it('offers a new code once one has expired, and accepts a phone with it', async () => {
  const opened = openWallet({ scan: 0.05 });
  const connecting = opened.connect();
  const first = await waitForStep(opened.steps, 'code');
  await waitForStep(opened.steps, 'expired');
  opened.steps.proceed();
  const { link } = await waitForStep(opened.steps, 'code');
  expect(link).not.toBe(first.link);
  opened.steps.cancel();
  expect(await explainFailure(connecting)).toBe('wallet.cancelled');
});

it.each(['fetching-code', 'code', 'expired'] as const)('can be cancelled at the step %s', async (name) => {
  const opened = openWallet({ scan: name === 'expired' ? 0.01 : 30 });
  const connecting = opened.connect();
  await waitForStep(opened.steps, name);
  opened.steps.cancel();
  expect(await explainFailure(connecting)).toBe('wallet.cancelled');
  expect(opened.steps.read()).toEqual({ name: 'none' });
});

it('ends open requests when disconnected, and forgets the account', async () => {
  const phone = createPhone();
  const opened = await connectWith(phone);
  phone.behave('sign_messages', 'hold');
  const signing = opened.sign();
  await opened.disconnect();
  expect(await explainFailure(signing)).toBe('wallet.cancelled');
  expect(opened.wallet.accounts).toEqual([]);
});

it('accepts another phone for another account at the next code, never for a pending request', async () => {
  const [first, second] = [createPhone(), createPhone()];
  const opened = await connectWith(first);
  const changes: string[][] = [];
  const { on } = opened.wallet.features['standard:events'] as unknown as {
    on: (event: 'change', listener: (changed: { accounts: Wallet['accounts'] }) => void) => void;
  };
  on('change', ({ accounts }) => changes.push(accounts.map(({ address }) => address)));
  first.behave('sign_messages', 'leave');
  await opened.sign().catch(() => undefined);
  const signing = opened.sign();
  const { link } = await waitForStep(opened.steps, 'code');
  await second.scan(link, reflector.url);
  await signing;
  expect(changes).toEqual([[second.address]]);
});

it('drops the late answer to a cancelled request, and repeats nothing old to a later one', async () => {
  const phone = createPhone();
  const opened = await connectWith(phone);
  expect(Object.keys(opened.wallet.features)).not.toContain('solana:signIn');
  phone.behave('sign_messages', 'hold');
  const first = opened.sign();
  first.catch(() => undefined);
  phone.behave('sign_messages', 'accept');
  const [second] = await opened.sign();
  expect(second?.signedMessage).toEqual(message);
  expect(await explainFailure(first, explainSigningError)).toBe('wallet.declined');
});

it('gives up on a phone that never answers', async () => {
  const phone = createPhone();
  const opened = await connectWith(phone, openWallet({ request: 0.5 }));
  phone.behave('sign_messages', 'hold');
  expect(await explainFailure(opened.sign())).toBe('wallet.session_timeout');
});

it('asks again after the user has declined on the phone', async () => {
  const phone = createPhone();
  const opened = openWallet();
  phone.behave('authorize', 'decline');
  await connectWith(phone, opened).catch(() => undefined);
  phone.behave('authorize', 'accept');
  await connectWith(phone, opened);
  expect(opened.wallet.accounts.map(({ address }) => address)).toEqual([phone.address]);
});

it('reports a timeout, not a cancellation, when time runs out while a code waits for a press', async () => {
  const opened = openWallet({ scan: 0.05, request: 0.5 });
  const connecting = opened.connect();
  connecting.catch(() => undefined);
  await waitForStep(opened.steps, 'expired');
  expect(await explainFailure(connecting)).toBe('wallet.session_timeout');
  expect(opened.steps.read()).toEqual({ name: 'none' });
});

it('keeps the account when the phone leaves during a reconnection, and drops it when the app refuses', async () => {
  const phone = createPhone();
  const opened = await connectWith(phone);
  phone.behave('sign_messages', 'leave');
  await opened.sign().catch(() => undefined);
  const signWith = async (behaviour: 'leave' | 'decline') => {
    phone.behave('authorize', behaviour);
    const signing = opened.sign();
    signing.catch(() => undefined);
    const { link } = await waitForStep(opened.steps, 'code');
    await phone.scan(link, reflector.url);
    return explainFailure(signing, explainSigningError);
  };
  expect(await signWith('leave')).toBe('wallet.session_closed');
  expect(opened.wallet.accounts).toHaveLength(1);
  expect(await signWith('decline')).toBe('wallet.declined');
  expect(opened.wallet.accounts).toEqual([]);
});
