import type { AddressInfo } from 'node:net';
import { WebSocket as Client, WebSocketServer } from 'ws';
import {
  connectPhone,
  explainFailure,
  offerRemoteWallets,
  waitForStep,
} from '@/components/wallet/standard/testing/remote-wallet';
import { createPhone, type Phone } from '@/e2e/fixtures/phone';
import { type Reflector, startReflector, waitUntilOpen } from '@/e2e/fixtures/reflector';
import { installWindow } from '@/lib/testing/browser-window';

const { setReflector } = installWindow();
const ownSocket = globalThis.WebSocket;
const openWallet = offerRemoteWallets();
let reflector: Reflector;

beforeAll(async () => {
  reflector = await startReflector();
});
afterAll(() => reflector.stop());
beforeEach(() => setReflector(reflector.url));

const connectWith = (phone: Phone, remote = openWallet()) => connectPhone(phone, remote, reflector.url);

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

it('connects once the reflector is back, despite remains of the earlier attempt', async () => {
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

it("ends the session when a message isn't from the phone", async () => {
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
  // Another client took the phone's place and left, which used up the code.
  await waitForStep(opened.steps, 'expired');
  opened.steps.cancel();
  expect(await explainFailure(connecting)).toBe('wallet.cancelled');
});

it("leaves the page's WebSocket alone once the phone is connected or the attempt has ended", async () => {
  await connectWith(createPhone());
  expect(globalThis.WebSocket).toBe(ownSocket);
  const opened = openWallet();
  const connecting = opened.connect();
  await waitForStep(opened.steps, 'code');
  opened.steps.cancel();
  await connecting.catch(() => undefined);
  expect(globalThis.WebSocket).toBe(ownSocket);
});
