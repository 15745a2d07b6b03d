import { mobileSteps } from '@countersign/mobile-wallet/mobile-steps';
import { createMobileWallet } from '@countersign/mobile-wallet/mobile-wallet';
import { openLocalSession } from '@countersign/mobile-wallet/open-local-session';
import { openRemoteSession } from '@countersign/mobile-wallet/open-remote-session';
import type { Wallet } from '@wallet-standard/base';
import type { OfferedMobile } from '@/lib/wallets/read-offered-wallets';
import { localMobileWalletName, registerWallet, remoteMobileWalletName } from './site-wallets';

/** A generic phone instead of a wallet's logo, because it leads to any wallet app. */
const icon: Wallet['icon'] =
  'data:image/svg+xml;base64,PHN2ZyB4bWxucz0iaHR0cDovL3d3dy53My5vcmcvMjAwMC9zdmciIHdpZHRoPSIzMiIgaGVpZ2h0PSIzMiI+PHJlY3QgeD0iLjUiIHk9Ii41IiB3aWR0aD0iMzEiIGhlaWdodD0iMzEiIHJ4PSI3LjUiIGZpbGw9IiMxQjFEMjIiIHN0cm9rZT0iIzc1N0I3NiIvPjxyZWN0IHg9IjEwLjc1IiB5PSI2Ljc1IiB3aWR0aD0iMTAuNSIgaGVpZ2h0PSIxOC41IiByeD0iMi4yNSIgZmlsbD0ibm9uZSIgc3Ryb2tlPSIjRkFGOEYzIiBzdHJva2Utd2lkdGg9IjEuNSIvPjxwYXRoIGQ9Ik0xNC41IDIyaDMiIHN0cm9rZT0iI0ZBRjhGMyIgc3Ryb2tlLXdpZHRoPSIxLjUiIHN0cm9rZS1saW5lY2FwPSJyb3VuZCIvPjwvc3ZnPg==';

let isRegistered = false;

/** Registers the mobile wallet, once. Not on insecure pages, where browsers can't reach apps. */
export function registerMobileWallet({ connection, ...site }: OfferedMobile): void {
  if (isRegistered || !window.isSecureContext) return;
  isRegistered = true;
  const shared = { icon, ...site, steps: mobileSteps };
  const wallet =
    connection.kind === 'local'
      ? createMobileWallet({
          ...shared,
          name: localMobileWalletName,
          keepsSession: false,
          open: (signal) => openLocalSession(mobileSteps, signal),
        })
      : createMobileWallet({
          ...shared,
          name: remoteMobileWalletName,
          keepsSession: true,
          open: (signal) => openRemoteSession(connection.reflector, mobileSteps, signal),
        });
  registerWallet(wallet);
}
