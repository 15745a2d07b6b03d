import type { Adapter } from '@solana/wallet-adapter-base';
import { StandardWalletAdapter } from '@solana/wallet-standard-wallet-adapter-base';
import type { Wallet } from '@wallet-standard/base';
import { registerWallet } from '@/components/wallet/standard/site-wallets';
import { connecting } from '@/components/wallet/testing/ask-wallet';
import { account, makeStandardWallet, simulateBrowser } from '@/components/wallet/testing/standard-wallet';
import type { WalletRegistry } from './wallet-registry';

const thrower = () => {
  throw new Error('RAW-WALLET-WORDS');
};

/** Wallets that each break the adapters of all wallets. */
const broken: [string, (wallet: Wallet) => object][] = [
  ['throws on its name', (wallet) => Object.defineProperty(copy(wallet), 'name', { get: thrower })],
  ['throws on its features', (wallet) => Object.defineProperty(copy(wallet), 'features', { get: thrower })],
  ['has no features', (wallet) => ({ ...copy(wallet), features: undefined })],
  ['calls itself by a number', (wallet) => ({ ...copy(wallet), name: 7 })],
  ['throws when it is listened to', (wallet) => withFeature(wallet, 'standard:events', { on: thrower })],
  ['has no events to listen to', (wallet) => withFeature(wallet, 'standard:events', {})],
  ['names no versions of transactions', (wallet) => withFeature(wallet, 'solana:signTransaction', {})],
];

function copy(wallet: Wallet): Wallet {
  const { version, name, icon, chains, accounts, features } = wallet;
  return { version, name, icon, chains, accounts, features };
}

function withFeature(wallet: Wallet, name: string, feature: object): Wallet {
  return { ...copy(wallet), features: { ...wallet.features, [name]: feature } };
}

const makeWallet = (name = 'Fine Wallet'): Wallet => ({
  ...copy(makeStandardWallet().adapter.wallet),
  ...{ name, accounts: [account as unknown as Wallet['accounts'][number]] },
});

beforeEach(() => {
  jest.useFakeTimers({ doNotFake: ['setImmediate', 'nextTick', 'queueMicrotask'] });
  simulateBrowser();
  jest.resetModules();
});
afterEach(() => jest.useRealTimers());

/** A fresh registry, as on a newly opened page. */
async function openRegistry(): Promise<WalletRegistry> {
  const { getWallets } = await import('./wallet-registry');
  return getWallets();
}

it('lists wallets that registered before and after it, each once', async () => {
  const [early, late] = [makeWallet('Early'), makeWallet('Late')];
  registerWallet(early);
  const { get, on, register } = await openRegistry();
  const heard: string[] = [];
  const off = on('register', (...wallets) => heard.push(...wallets.map(({ name }) => name)));
  registerWallet(late);
  register(early);
  off();
  register(makeWallet('Unheard'));
  expect(get().map(({ name }) => name)).toEqual(['Early', 'Late', 'Unheard']);
  expect(get()[0]).toBe(early);
  expect(heard).toEqual(['Late']);
});

it('removes an uninstalled wallet, and lists it again on return', async () => {
  const { get, on, register } = await openRegistry();
  const gone: Wallet[] = [];
  on('unregister', (...wallets) => gone.push(...wallets));
  const wallet = makeWallet();
  const unregister = register(wallet);
  unregister();
  unregister();
  expect(get()).toEqual([]);
  expect(gone).toEqual([wallet]);
  register(wallet);
  expect(get()).toEqual([wallet]);
});

describe.each(broken)('a wallet that %s', (_what, breakWallet) => {
  it("is listed last, reports that it can't be loaded, and doesn't break the others", async () => {
    const { get, register } = await openRegistry();
    register(breakWallet(makeWallet('Broken Wallet')) as Wallet, makeWallet());
    const adapters = get().map((wallet) => new StandardWalletAdapter({ wallet: wallet as never }));
    const { listWalletChoices } = await import('./wallet-choices');
    const { detected } = listWalletChoices(
      adapters.map((adapter) => ({ adapter: adapter as Adapter, readyState: adapter.readyState })),
      false,
    );
    const [fine, brokenOne] = detected;
    expect(brokenOne?.label).toMatch(/^(Broken Wallet|Unnamed wallet)$/);
    expect(brokenOne).toMatchObject({ note: "doesn't work with this page", icon: null });
    expect(fine).toMatchObject({ label: 'Fine Wallet', note: null });
    expect(await connecting(adapters[0] as Adapter)).toBe('wallet.load_failed');
    await adapters[1]?.connect();
    expect(adapters[1]?.connected).toBe(true);
  });
});

it('lists a wallet that signs only messages, and requests only messages from it', async () => {
  const { get, register } = await openRegistry();
  const { 'solana:signTransaction': _none, ...others } = makeWallet().features as Record<string, object>;
  const features = { ...others, 'solana:signMessage': { version: '1.1.0', signMessage: thrower } };
  register({ ...makeWallet('Messages Only'), features } as Wallet);
  const [shown] = get();
  const adapter = new StandardWalletAdapter({ wallet: shown as never });
  await adapter.connect();
  expect(adapter.connected).toBe(true);
  const { listSigningMethods } = await import('./signing-methods');
  expect(listSigningMethods(adapter as Adapter)).toEqual(['sign_message']);
});

it('lists a wallet that signs only off-chain messages, except for sign-in', async () => {
  const { get, register } = await openRegistry();
  const { 'solana:signTransaction': _none, ...others } = makeWallet().features as Record<string, object>;
  const offchain = { version: '1.0.0', supportedMessageVersions: [1], signOffchainMessage: thrower };
  const features = { ...others, 'solana:signOffchainMessage': offchain };
  register({ ...makeWallet('Off-chain Only'), features } as Wallet, makeWallet());
  const adapters = get().map((wallet) => new StandardWalletAdapter({ wallet: wallet as never }));
  const listed = adapters.map((adapter) => ({ adapter: adapter as Adapter, readyState: adapter.readyState }));
  const { listWalletChoices } = await import('./wallet-choices');
  const names = (signsIn: boolean) =>
    listWalletChoices(listed, false, signsIn).detected.map(({ label }) => label);
  expect(names(false)).toEqual(['Off-chain Only', 'Fine Wallet']);
  expect(names(true)).toEqual(['Fine Wallet']);
});

it('ignores wallets of other chains', async () => {
  const { get, register } = await openRegistry();
  const other = { ...makeWallet('Other Chain'), features: { 'standard:connect': {}, 'sui:signMessage': {} } };
  register(other);
  expect(get()).toEqual([other]);
});

it('replaces a wallet that broke later with a stand-in at the next read', async () => {
  const { get, on, register } = await openRegistry();
  const wallet = copy(makeWallet('Broken Wallet'));
  const gone: Wallet[] = [];
  on('unregister', (...wallets) => gone.push(...wallets));
  const unregister = register(wallet);
  Object.defineProperty(wallet, 'features', { get: thrower });
  const [shown] = get();
  expect(shown).not.toBe(wallet);
  expect(get()).toEqual([shown]);
  unregister();
  expect(gone).toEqual([shown]);
});
