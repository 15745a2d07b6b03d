import { base64 } from '@scure/base';
import {
  type AuthorizationResult,
  type MobileWallet,
  SolanaMobileWalletAdapterProtocolError,
} from '@solana-mobile/mobile-wallet-adapter-protocol';
import type { Wallet, WalletAccount } from '@wallet-standard/base';
import { createMobileRequests } from './mobile-requests.ts';
import type { OpenMobileSession } from './mobile-session.ts';
import type { MobileSteps } from './mobile-steps.ts';
import { mobileFeatures, readAccounts, readPayload, readToken, splitSignedPayload } from './read-answers.ts';

type ChangeListener = (changed: { accounts: readonly WalletAccount[] }) => void;

type MobileWalletOptions = {
  name: string;
  icon: Wallet['icon'];
  /** The chain of this site's statements, like `solana:mainnet`. */
  chain: `${string}:${string}`;
  siteName: string;
  /** The path of the picture that the phone shows, relative to the site. */
  siteIcon?: string;
  open: OpenMobileSession;
  keepsSession: boolean;
  steps: MobileSteps;
  timeoutInSeconds?: number;
};

/**
 * A Wallet Standard wallet that connects to a wallet app by the mobile wallet protocol. It replaces
 * `@solana-mobile/wallet-standard-mobile`, which repeats old sign-in results, keeps authorizations in localStorage, waits
 * forever, and draws dialogs that the site's Content Security Policy blocks. This one has no `solana:signIn`, keeps its
 * state in memory, and sends nothing to a chain.
 */
export function createMobileWallet(options: MobileWalletOptions): Wallet {
  const { name, icon, chain, siteName, siteIcon = 'icon.svg' } = options;
  const listeners = new Set<ChangeListener>();
  let token: string | null = null;
  let accounts: readonly WalletAccount[] = [];

  const set = (nextToken: string | null, next: readonly WalletAccount[]) => {
    const isSame =
      next.length === accounts.length && next.every((each, at) => each.address === accounts[at]?.address);
    token = nextToken;
    if (isSame) return;
    accounts = next;
    for (const listener of listeners) listener({ accounts });
  };

  const authorize = async (wallet: MobileWallet) => {
    const identity = { name: siteName, uri: window.location.origin, icon: siteIcon };
    const known = token === null ? {} : { auth_token: token };
    try {
      const answer: AuthorizationResult = await wallet.authorize({ chain, identity, ...known });
      set(readToken(answer), readAccounts(answer, chain));
    } catch (error) {
      // An error from the app itself revokes its earlier authorization. A lost connection doesn't.
      if (error instanceof SolanaMobileWalletAdapterProtocolError) set(null, []);
      throw error;
    }
  };
  const requests = createMobileRequests({ ...options, begin: authorize });

  const connect = async (input?: { silent?: boolean }) => {
    // A silent connect never reaches the app, since that would open it or show a code.
    if (accounts.length === 0 && !input?.silent) await requests.ask(async () => undefined);
    return { accounts };
  };

  const disconnect = async () => {
    requests.stop();
    set(null, []);
  };

  const signMessage = async (...inputs: readonly { account: WalletAccount; message: Uint8Array }[]) => {
    const messages = inputs.map(({ message }) => message);
    const { signed_payloads: signed } = await requests.ask((wallet) =>
      wallet.signMessages({
        addresses: inputs.map(({ account }) => base64.encode(Uint8Array.from(account.publicKey))),
        payloads: messages.map(base64.encode),
      }),
    );
    return messages.map((message, at) => splitSignedPayload(readPayload(signed, at), message));
  };

  const signTransaction = async (...inputs: readonly { transaction: Uint8Array }[]) => {
    const payloads = inputs.map(({ transaction }) => base64.encode(transaction));
    const { signed_payloads: signed } = await requests.ask((wallet) => wallet.signTransactions({ payloads }));
    return inputs.map((_, at) => ({ signedTransaction: readPayload(signed, at) }));
  };

  const on = (_event: 'change', listener: ChangeListener) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  };

  return {
    version: '1.0.0',
    name,
    icon,
    chains: [chain],
    get accounts() {
      return accounts;
    },
    features: {
      'standard:connect': { version: '1.0.0', connect },
      'standard:disconnect': { version: '1.0.0', disconnect },
      'standard:events': { version: '1.0.0', on },
      [mobileFeatures[0]]: { version: '1.1.0', signMessage },
      [mobileFeatures[1]]: { version: '1.0.0', supportedTransactionVersions: ['legacy', 0], signTransaction },
    },
  };
}
