import {
  createMobileSteps,
  type MobileStep,
  type MobileSteps,
} from '@countersign/mobile-wallet/mobile-steps';
import { createMobileWallet } from '@countersign/mobile-wallet/mobile-wallet';
import { openRemoteSession } from '@countersign/mobile-wallet/open-remote-session';
import type { Wallet } from '@wallet-standard/base';
import { explainWalletError } from '@/components/wallet/connect/explain-wallet-error';
import { remoteMobileWalletName } from '@/components/wallet/standard/site-wallets';

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

export type RemoteWallet = {
  wallet: Wallet;
  steps: MobileSteps;
  connect: Features['standard:connect']['connect'];
  disconnect: Features['standard:disconnect']['disconnect'];
  sign: () => ReturnType<Features['solana:signMessage']['signMessage']>;
};

export const message = new TextEncoder().encode('STATEMENT to be signed');

/** Creates wallets on phones behind `reflector.test`, with time limits in seconds. Disconnects them after each test. */
export function offerRemoteWallets(): (limits?: {
  reach?: number;
  scan?: number;
  request?: number;
}) => RemoteWallet {
  const opened: RemoteWallet[] = [];
  afterEach(async () => {
    for (const { disconnect } of opened.splice(0)) await disconnect();
  });
  return ({ reach = 30, scan = 30, request } = {}) => {
    const steps = createMobileSteps();
    const wallet = createMobileWallet({
      name: remoteMobileWalletName,
      icon: 'data:image/svg+xml;base64,',
      chain: 'solana:mainnet',
      ...{ siteName: 'Countersign', siteIcon: 'brand/a' },
      keepsSession: true,
      steps,
      open: (signal) => openRemoteSession('reflector.test', steps, signal, { reach, scan }),
      ...(request && { timeoutInSeconds: request }),
    });
    const features = wallet.features as unknown as Features;
    const remote: RemoteWallet = {
      wallet,
      steps,
      connect: () => features['standard:connect'].connect(),
      disconnect: () => features['standard:disconnect'].disconnect(),
      sign: () => features['solana:signMessage'].signMessage({ account: wallet.accounts[0], message }),
    };
    opened.push(remote);
    return remote;
  };
}

export function waitForStep<Name extends MobileStep['name']>(
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

export async function connectPhone(
  phone: { scan: (link: string, reflectorUrl: string) => Promise<void> },
  remote: RemoteWallet,
  reflectorUrl: string,
): Promise<RemoteWallet> {
  const connecting = remote.connect();
  // It may fail early; the `await` below reports that.
  connecting.catch(() => undefined);
  const { link } = await waitForStep(remote.steps, 'code');
  await phone.scan(link, reflectorUrl);
  await connecting;
  return remote;
}

/** The catalogue's code for a promise's rejection. */
export function explainFailure(failing: Promise<unknown>, explain = explainWalletError): Promise<string> {
  return failing.then(
    () => 'no failure',
    (error) => explain(error),
  );
}
