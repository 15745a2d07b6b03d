import type { Adapter, WalletName } from '@solana/wallet-adapter-base';
import { demoWalletName } from '@/components/wallet/standard/demo-wallet-name';
import { localMobileWalletName, remoteMobileWalletName } from '@/components/wallet/standard/site-wallets';
import { isStandIn } from './admit-wallet';
import { cleanWalletName } from './clean-wallet-name';
import { cannotSignIn, readStandardWallet } from './signing-methods';

export type WalletOffer = 'connect' | 'open-app' | 'scan' | 'install';

/** A wallet in the list. `name` identifies it, `label` is for display, `icon` is a `data:` URL or null. */
export type WalletChoice = {
  adapter: Adapter;
  name: WalletName;
  label: string;
  icon: string | null;
  offer: WalletOffer;
  installUrl: string | null;
  note: string | null;
  /** Connecting always fails. */
  isBroken: boolean;
};

export type WalletChoices = { detected: WalletChoice[]; others: WalletChoice[] };

type ListedWallet = { adapter: Adapter; readyState: string };

/**
 * Splits the provider's wallets into usable ones and the rest. This phone's apps count as usable, although the page can't detect any.
 * Skips wallets whose properties throw and, with `signsIn`, that can't sign in. Of one name, lists the first, as the provider selects it.
 */
export function listWalletChoices(
  wallets: readonly ListedWallet[],
  opensAppsByLink: boolean,
  signsIn = false,
): WalletChoices {
  const seen = new Set<string>();
  const choices: WalletChoice[] = [];
  for (const wallet of wallets) {
    const choice = readWalletChoice(wallet, opensAppsByLink);
    if (!choice || seen.has(choice.name) || (signsIn && cannotSignIn(choice.adapter))) continue;
    seen.add(choice.name);
    choices.push(choice);
  }
  return {
    detected: choices.filter(isUsable).sort((one, other) => Number(one.isBroken) - Number(other.isBroken)),
    others: choices.filter((choice) => !isUsable(choice)).sort((one, other) => rank(one) - rank(other)),
  };
}

/** Another phone comes last, because few wallet apps support it. */
function rank({ offer }: WalletChoice): number {
  return offer === 'scan' ? 1 : 0;
}

function isUsable({ offer, name }: WalletChoice): boolean {
  return offer === 'connect' || name === localMobileWalletName;
}

function readWalletChoice(
  { adapter, readyState }: ListedWallet,
  opensAppsByLink: boolean,
): WalletChoice | null {
  try {
    const name = adapter.name;
    if (typeof name !== 'string') return null;
    const offer = chooseOffer(name, readyState, opensAppsByLink);
    const installUrl = readInstallUrl(adapter);
    if (!offer || (offer === 'install' && !installUrl)) return null;
    const wallet = readStandardWallet(adapter);
    const isBroken = wallet !== null && isStandIn(wallet);
    return {
      adapter,
      name,
      label: cleanWalletName(name),
      icon: readWalletIcon(adapter),
      offer,
      installUrl,
      note: isBroken ? "doesn't work with this page" : (notes.get(name) ?? null),
      isBroken,
    };
  } catch {
    // A getter of this wallet threw. Skipping it keeps the others usable.
    return null;
  }
}

const notes = new Map<string, string>([
  [demoWalletName, 'for trying out'],
  [remoteMobileWalletName, 'few wallet apps support this today'],
]);

function chooseOffer(name: string, readyState: string, opensAppsByLink: boolean): WalletOffer | null {
  if (name === localMobileWalletName && readyState !== 'Unsupported') return 'open-app';
  if (name === remoteMobileWalletName && readyState === 'Installed') return 'scan';
  if (readyState === 'Installed') return 'connect';
  // Solflare also reports Loadable on desktops, where it would load a frame of its site into this page.
  if (readyState === 'Loadable') return name === 'Solflare' && !opensAppsByLink ? 'install' : 'open-app';
  return readyState === 'NotDetected' ? 'install' : null;
}

function readInstallUrl(adapter: Adapter): string | null {
  const url = adapter.url;
  return typeof url === 'string' && url.startsWith('https://') ? url : null;
}

/** The icon if it is a `data:` image URL of at most 100 kB, else null. Use it only as the source of an image. */
export function readWalletIcon(adapter: { icon: unknown }): string | null {
  try {
    const icon = adapter.icon;
    const usable = typeof icon === 'string' && icon.length <= 100_000;
    return usable && /^data:image\/(svg\+xml|png|jpeg|gif|webp)[;,]/.test(icon) ? icon : null;
  } catch {
    // The wallet's getter threw.
    return null;
  }
}
