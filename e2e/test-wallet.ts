import type { Page } from 'playwright/test';
import { putTestSigning, type Signing, type SigningOptions } from './test-wallet-signing.ts';

type Behaviour =
  | 'accept'
  /** Waits until the test calls `answer`. */
  | 'hold'
  | 'decline'
  /** Accepts without sharing an account. */
  | 'no-account'
  | 'hang-on-disconnect';

export type TestWalletOptions = SigningOptions & {
  name?: string;
  icon?: string;
  behaviour?: Behaviour;
  /** A property that throws when read. */
  throwsOn?: 'name' | 'features' | 'icon';
};

/** The test's controls in the page: `page.evaluate(() => window.testWallets['Test Wallet']…)`. */
export type TestWalletControls = {
  /** All connection requests so far. */
  requests: { silent: boolean }[];
  /** The signing methods requested so far, like `signMessage`. */
  asked: string[];
  /** Sets the response to signing requests from now on. */
  changeSigning(signing: Signing): void;
  /** Accepts every held request. */
  answer(): void;
  /** Throws this at connection requests from now on. */
  refuseWith(thrown: unknown): void;
  switchAccount(): Promise<void>;
  /** Announces its accounts again, unchanged. */
  repeatNews(): void;
  disconnect(): void;
  /** Removes its accounts. Once unlocked, it still allows this site. */
  lock(): void;
  uninstall(): void;
  install(): void;
  /** Makes its name throw from now on. */
  breakName(): void;
};

declare global {
  interface Window {
    testWallets: Record<string, TestWalletControls>;
  }
}

/**
 * Adds a Wallet Standard wallet with real Ed25519 keys to every page that `page` opens, like an extension. Its keys are in localStorage,
 * so that it is the same wallet after a reload and in another tab.
 */
export async function installTestWallet(page: Page, options: TestWalletOptions = {}): Promise<void> {
  await page.addInitScript(putTestSigning);
  await page.addInitScript(putTestWallet, options);
}

/** Hides every wallet, including the demo wallet, like a browser without any. */
export async function hideInstalledWallets(page: Page): Promise<void> {
  await page.addInitScript(() => {
    // Through the prototype, because the standard's event overrides the method to throw.
    for (const event of ['wallet-standard:app-ready', 'wallet-standard:register-wallet'])
      window.addEventListener(event, (announced) => Event.prototype.stopImmediatePropagation.call(announced));
  });
}

/** Runs in the page, so it can't use anything from outside itself. */
function putTestWallet(options: TestWalletOptions): void {
  type Account = { address: string; publicKey: Uint8Array; chains: string[]; features: string[] };
  type Key = { privateKey: CryptoKey; account: Account };
  const { name = 'Test Wallet', behaviour = 'accept', throwsOn } = options;
  const drawing =
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><path fill="#855000" d="M2 2h4v4H2z"/></svg>';
  const icon = options.icon ?? `data:image/svg+xml,${encodeURIComponent(drawing)}`;
  const storage = `test-wallet.${name.slice(0, 40)}`;
  const chains = ['solana:mainnet', 'solana:devnet'];

  const listeners = new Set<(changed: { accounts: Account[] }) => void>();
  const held: (() => void)[] = [];
  const requests: { silent: boolean }[] = [];
  let accounts: Account[] = [];
  let key: Key | undefined;

  const setAccounts = (next: Account[]) => {
    accounts = next;
    for (const listener of listeners) listener({ accounts });
  };
  const toBase58 = (bytes: Uint8Array) => {
    const alphabet = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';
    let number = bytes.reduce((sum, byte) => sum * 256n + BigInt(byte), 0n);
    let text = '';
    for (; number > 0n; number /= 58n) text = alphabet.charAt(Number(number % 58n)) + text;
    return '1'.repeat(bytes.findIndex((byte) => byte !== 0)) + text;
  };
  const openKey = async (index: number): Promise<Key> => {
    const kept = localStorage.getItem(`${storage}.${index}`);
    const fresh = kept ? null : await crypto.subtle.generateKey('Ed25519', true, ['sign', 'verify']);
    const jwk: JsonWebKey =
      fresh && 'privateKey' in fresh
        ? await crypto.subtle.exportKey('jwk', fresh.privateKey)
        : JSON.parse(kept ?? '');
    localStorage.setItem(`${storage}.${index}`, JSON.stringify(jwk));
    const privateKey = await crypto.subtle.importKey('jwk', jwk, 'Ed25519', true, ['sign']);
    const base64 = (jwk.x ?? '').replaceAll('-', '+').replaceAll('_', '/');
    const publicKey = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
    return {
      privateKey,
      account: { address: toBase58(publicKey), publicKey, chains, features: Object.keys(signing.features) },
    };
  };
  const declined = Object.assign(new Error('User rejected the request. RAW-WALLET-WORDS'), { code: 4001 });
  let refusal: { thrown: unknown } | undefined = behaviour === 'decline' ? { thrown: declined } : undefined;
  const connect = async (input?: { silent?: boolean }) => {
    requests.push({ silent: input?.silent === true });
    if (input?.silent) {
      if (!localStorage.getItem(`${storage}.allowed`)) return { accounts };
    } else {
      if (refusal) throw refusal.thrown;
      if (behaviour === 'no-account') return { accounts };
      if (behaviour === 'hold') await new Promise<void>((resolve) => held.push(resolve));
    }
    key = await openKey(0);
    localStorage.setItem(`${storage}.allowed`, 'yes');
    setAccounts([key.account]);
    return { accounts };
  };
  const disconnect = async () => {
    if (behaviour === 'hang-on-disconnect') return new Promise<void>(() => undefined);
    localStorage.removeItem(`${storage}.allowed`);
    setAccounts([]);
  };
  const signWith = async (signer: Key | undefined, message: Uint8Array<ArrayBuffer>) => {
    if (!signer) throw new Error('not connected');
    return new Uint8Array(await crypto.subtle.sign('Ed25519', signer.privateKey, message));
  };
  const switchAccount = async () => {
    key = await openKey(key?.account.address === (await openKey(0)).account.address ? 1 : 0);
    setAccounts([key.account]);
  };
  const signing = window.makeTestSigning<Account>({
    options,
    readAccount: () => {
      if (!key) throw new Error('not connected');
      return key.account;
    },
    sign: (message) => signWith(key, message),
    signWithOtherKey: async (message) => signWith(await openKey(1), message),
    switchAccount,
    hold: () => new Promise<void>((resolve) => held.push(resolve)),
  });

  const wallet = {
    version: '1.0.0',
    name,
    icon,
    chains,
    get accounts() {
      return accounts;
    },
    features: {
      'standard:connect': { version: '1.0.0', connect },
      'standard:disconnect': { version: '1.0.0', disconnect },
      'standard:events': {
        version: '1.0.0',
        on: (_event: string, listener: (changed: { accounts: Account[] }) => void) => {
          listeners.add(listener);
          return () => listeners.delete(listener);
        },
      },
      ...signing.features,
    },
  };
  const throwOn = (property: string) =>
    Object.defineProperty(wallet, property, {
      get() {
        throw new Error('RAW-WALLET-WORDS');
      },
    });
  if (throwsOn) throwOn(throwsOn);

  type Registry = { register(wallet: unknown): () => void };
  const registrations: (() => void)[] = [];
  const register = (registry: Registry) => registrations.push(registry.register(wallet));
  const install = () =>
    window.dispatchEvent(new CustomEvent('wallet-standard:register-wallet', { detail: register }));
  window.addEventListener('wallet-standard:app-ready', (event) => {
    if ('detail' in event) register(event.detail as Registry);
  });

  window.testWallets ??= {};
  window.testWallets[name] = {
    requests,
    asked: signing.asked,
    changeSigning: signing.change,
    answer: () => {
      for (const release of held.splice(0)) release();
    },
    refuseWith: (thrown) => {
      refusal = { thrown };
    },
    switchAccount,
    repeatNews: () => setAccounts(accounts.map((account) => ({ ...account }))),
    lock: () => setAccounts([]),
    install,
    uninstall: () => {
      for (const unregister of registrations.splice(0)) unregister();
    },
    breakName: () => void throwOn('name'),
    disconnect: () => {
      localStorage.removeItem(`${storage}.allowed`);
      setAccounts([]);
    },
  };
  install();
}
