import type { DescribedRequest, Scope } from '@/lib/apps/grants';

type Claim = { scope: Scope; title: string; detail?: string };

export function describeClaims(
  scopes: readonly Scope[],
  account: DescribedRequest['account'],
  hasWallets: boolean,
  /** The host whose apps share one ID per user; null if the app shares it with no other. */
  sector: string | null,
): Claim[] {
  return scopes.map((scope) => ({ scope, ...describe(scope, account, hasWallets, sector) }));
}

function describe(
  scope: Scope,
  { displayName: name, email, code }: DescribedRequest['account'],
  hasWallets: boolean,
  sector: string | null,
): Omit<Claim, 'scope'> {
  switch (scope) {
    case 'openid':
      return {
        title: sector
          ? `An ID that only apps of ${sector} have for you`
          : 'An ID that only this app has for you',
        detail: `So it can recognize you. ${sector ? 'Apps elsewhere' : 'Other apps'} get a different one, and it isn't your account ID.`,
      };
    case 'profile':
      return name ? { title: 'Your name', detail: name } : { title: 'Your name, once you set one' };
    case 'email':
      return { title: 'Your email address', detail: email ?? "Your account doesn't have one." };
    case 'wallets':
      return {
        title: hasWallets ? 'The wallets you tick below' : 'Wallets you choose',
        detail: 'Address, when it was proven, and which is your primary one. Not its label.',
      };
    case 'proofs':
      return {
        title: 'The signed proof of each of them',
        detail: `It carries your account's ID, ${code}, and the name you had then: apps that have it can tell that they know the same person.`,
      };
    case 'offline_access':
      return {
        title: "Access while you're away",
        detail: 'It can see all this at any time, until you end its access under Apps.',
      };
  }
}
