import { createPublicKey, verify } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import { base58 } from '@scure/base';
import type { Wallet } from '@wallet-standard/base';
import { WebSocket as Client, WebSocketServer } from 'ws';
import { createPhone, type Phone } from '../../../e2e/fixtures/phone';
import {
  base64Protocol,
  type Reflector,
  startReflector,
  waitUntilOpen,
} from '../../../e2e/fixtures/reflector';
import { installWindow } from '../../../lib/testing/browser-window';
import { explainSigningError, explainWalletError } from '../explain-wallet-error';
import { createMobileSteps, type MobileStep, type MobileSteps } from './mobile-steps';
import { createMobileWallet } from './mobile-wallet';
import { remoteMobileWalletName } from './mobile-wallet-names';
import { openRemoteSession } from './open-remote-session';
import { readAccounts } from './read-accounts';
import { splitSignedPayload } from './split-signed-payload';

const { setReflector } = installWindow();
const message = new TextEncoder().encode('STATEMENT to be signed');
let reflector: Reflector;

beforeAll(async () => {
  reflector = await startReflector();
});
afterAll(() => reflector.stop());
beforeEach(() => setReflector(reflector.url));

type Features = {
  'standard:connect': { connect: () => Promise<{ accounts: Wallet['accounts'] }> };
  'standard:disconnect': { disconnect: () => Promise<void> };
  'solana:signMessage': {
    signMessage: (input: {
      account: unknown;
      message: Uint8Array;
    }) => Promise<{ signedMessage: Uint8Array; signature: Uint8Array }[]>;
  };
};

const disconnects: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const disconnect of disconnects.splice(0)) await disconnect();
});

function openWallet(options: { reach?: number; scan?: number; request?: number } = {}) {
  const steps = createMobileSteps();
  const wallet = createMobileWallet({
    name: remoteMobileWalletName,
    icon: 'data:image/svg+xml;base64,',
    chain: 'solana:mainnet',
    keepsSession: true,
    steps,
    open: (signal) =>
      openRemoteSession('reflector.test', steps, signal, {
        reach: options.reach ?? 30,
        scan: options.scan ?? 30,
      }),
    ...(options.request && { timeoutInSeconds: options.request }),
  });
  const features = wallet.features as unknown as Features;
  disconnects.push(() => features['standard:disconnect'].disconnect());
  return {
    wallet,
    steps,
    connect: () => features['standard:connect'].connect(),
    disconnect: () => features['standard:disconnect'].disconnect(),
    sign: () => features['solana:signMessage'].signMessage({ account: wallet.accounts[0], message }),
  };
}

/** Resolves with a step of this name as soon as it is shown. */
function waitForStep<Name extends MobileStep['name']>(
  steps: MobileSteps,
  name: Name,
): Promise<Extract<MobileStep, { name: Name }>> {
  return new Promise((resolve) => {
    const look = () => {
      const step = steps.read();
      if (step.name === name) resolve(step as Extract<MobileStep, { name: Name }>);
    };
    steps.subscribe(look);
    look();
  });
}

async function connectWith(phone: Phone, opened = openWallet()) {
  const connecting = opened.connect();
  // Whoever connects hears of a failure below.
  connecting.catch(() => undefined);
  const { link } = await waitForStep(opened.steps, 'code');
  await phone.scan(link, reflector.url);
  await connecting;
  return opened;
}

/** The code of the catalogue that a promise fails with. */
async function explainFailure(failing: Promise<unknown>, explain = explainWalletError): Promise<string> {
  return failing.then(
    () => 'no failure',
    (error) => explain(error),
  );
}

it.each([undefined, base64Protocol])(
  'connects and signs through a reflector that sees no word of it (%s)',
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

    const seen = Buffer.concat(reflector.passedOn.slice(before)).toString('latin1');
    expect(seen.length).toBeGreaterThan(400);
    expect(seen).not.toMatch(/STATEMENT|SECRET-TOKEN|authorize|Countersign|jsonrpc/);
  },
);

it('lets the first of two phones in that scan one code, and the second one nowhere', async () => {
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

it('tells at once when the phone leaves while it is asked, and shows a new code for the next request', async () => {
  const phone = createPhone();
  const opened = await connectWith(phone);
  phone.behave('sign_messages', 'leave');
  expect(await explainFailure(opened.sign(), explainSigningError)).toBe('wallet.session_closed');

  phone.behave('sign_messages', 'accept');
  const signing = opened.sign();
  const { link } = await waitForStep(opened.steps, 'code');
  await phone.scan(link, reflector.url);
  expect((await signing)[0]?.signedMessage).toEqual(message);
  // A new session begins with what was authorised before.
  expect(phone.asked).toEqual(['authorize', 'sign_messages', 'authorize', 'sign_messages']);
});

it('says no in the words of the catalogue when the person at the phone does', async () => {
  const phone = createPhone();
  phone.behave('authorize', 'decline');
  expect(await explainFailure(connectWith(phone))).toBe('wallet.cancelled');
  phone.behave('authorize', 'accept');
  phone.behave('sign_messages', 'decline');
  const { sign } = await connectWith(phone);
  expect(await explainFailure(sign(), explainSigningError)).toBe('wallet.declined');
});

it('offers a new code once one has expired, and takes a phone by that', async () => {
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

it('ends what is open when it is disconnected, and forgets the account', async () => {
  const phone = createPhone();
  const opened = await connectWith(phone);
  phone.behave('sign_messages', 'hold');
  const signing = opened.sign();
  await opened.disconnect();
  expect(await explainFailure(signing)).toBe('wallet.cancelled');
  expect(opened.wallet.accounts).toEqual([]);
});

it('takes another phone at the next code for another account, never for the one that was asked', async () => {
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

it('drops what a cancelled request gets after all, and repeats nothing old to a later one', async () => {
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

it.each([64, 63, 10, 0])('hands on what an app gives for a signature as it is (%d bytes)', (length) => {
  const { signedMessage, signature } = splitSignedPayload(new Uint8Array(length), message);
  expect(signedMessage).toEqual(length === 64 ? message : new Uint8Array());
  expect(signature).toHaveLength(length);
});

it.each([
  null,
  'nonsense',
  {},
  { accounts: 'none' },
  { accounts: [null, {}, { address: 7 }, { address: 'AAAA' }, { address: '§' }] },
])('finds no account in the nonsense %j', (answer) =>
  expect(readAccounts(answer, 'solana:mainnet')).toEqual([]),
);

it('gives up on a phone that never answers', async () => {
  const phone = createPhone();
  const opened = await connectWith(phone, openWallet({ request: 0.5 }));
  phone.behave('sign_messages', 'hold');
  expect(await explainFailure(opened.sign())).toBe('wallet.session_timeout');
});

it.each([
  ['is down', null, 'wallet.session_timeout'],
  ['is slow: it lets the page in and says nothing', () => undefined, 'wallet.session_timeout'],
  ['closes at once', (socket: Client) => socket.close(1000), 'wallet.session_closed'],
  ['breaks off', (socket: Client) => socket.terminate(), 'wallet.session_closed'],
  [
    'greets with nothing',
    (socket: Client) => {
      socket.ping();
      socket.once('pong', () => socket.send(Buffer.alloc(0)));
    },
    'wallet.session_broken',
  ],
  [
    'floods',
    (socket: Client) => {
      socket.send(Buffer.concat([Buffer.from([32]), Buffer.alloc(32)]));
      for (let sent = 0; sent < 500; sent += 1) socket.send(Buffer.alloc(4096));
    },
    'wallet.session_broken',
  ],
  [
    'sends one huge frame',
    (socket: Client) => {
      socket.send(Buffer.concat([Buffer.from([32]), Buffer.alloc(32)]));
      socket.send(Buffer.alloc(1_000_000));
    },
    'wallet.session_broken',
  ],
])('a reflector that %s', async (_what, misbehave, code) => {
  const server = misbehave
    ? new WebSocketServer({
        port: 0,
        host: '127.0.0.1',
        handleProtocols: (offered) => [...offered][0] ?? false,
      })
    : null;
  server?.on('connection', (socket) => misbehave?.(socket));
  if (server) await new Promise((resolve) => server.once('listening', resolve));
  setReflector(`ws://127.0.0.1:${server ? (server.address() as AddressInfo).port : 9}/reflect`);
  const { connect, steps } = openWallet({ reach: code === 'wallet.session_timeout' ? 0.5 : 30 });
  const explained = await explainFailure(connect());
  for (const socket of server?.clients ?? []) socket.terminate();
  server?.close();
  expect(explained).toBe(code);
  expect(steps.read()).toEqual({ name: 'none' });
});

it('gets through once the reflector is there again, whatever is left of the attempt before', async () => {
  setReflector('ws://127.0.0.1:9/reflect');
  const opened = openWallet();
  const first = opened.connect();
  await waitForStep(opened.steps, 'fetching-code');
  opened.steps.cancel();
  expect(await explainFailure(first)).toBe('wallet.cancelled');
  setReflector(reflector.url);
  const phone = createPhone();
  await connectWith(phone, opened);
  expect(opened.wallet.accounts).toHaveLength(1);
});

it.each([
  ['speaks another version', { version: '9' }, 'wallet.app_outdated'],
  [
    'wants its app opened by an address that is not secure',
    { walletUriBase: 'http://wallet.test' },
    'wallet.app_unsafe',
  ],
])('a wallet app that %s', async (_what, options, code) => {
  expect(await explainFailure(connectWith(createPhone(options)))).toBe(code);
});

it('ends the session when something comes that the phone did not send', async () => {
  const opened = openWallet();
  const connecting = opened.connect();
  const { link } = await waitForStep(opened.steps, 'code');
  const id = new URL(link).searchParams.get('id');
  const stranger = new Client(
    `${reflector.url}?id=${id?.replace(/=+$/, '')}`,
    'com.solana.mobilewalletadapter.v1',
  );
  await waitUntilOpen(stranger);
  stranger.close();
  // Whoever took the place and left has used the code up.
  await waitForStep(opened.steps, 'expired');
  opened.steps.cancel();
  expect(await explainFailure(connecting)).toBe('wallet.cancelled');
});

it('leaves the WebSocket of the page alone once the phone is there, or the way to it has ended', async () => {
  const before = globalThis.WebSocket;
  await connectWith(createPhone());
  expect(globalThis.WebSocket).toBe(before);
  const opened = openWallet();
  const connecting = opened.connect();
  await waitForStep(opened.steps, 'code');
  opened.steps.cancel();
  await connecting.catch(() => undefined);
  expect(globalThis.WebSocket).toBe(before);
});
