import { AppLogo } from '@/components/ui/app-logo';
import { Button } from '@/components/ui/button';
import { scopes as allScopes, type DescribedRequest, type Scope } from '@/lib/apps/grants';
import { environment } from '@/lib/env';
import type { Interaction } from '@/lib/oidc/interaction';

type AppHeadingProps = {
  client: DescribedRequest['client'];
  asked: string;
  destination: string;
};

/**
 * Names the app. The destination is larger than the name, because developers choose names. An unreviewed app is named by its destination
 * first, and has no logo.
 */
export function AppHeading({ client, asked, destination }: AppHeadingProps) {
  const name = <bdi className="font-semibold text-ink [overflow-wrap:anywhere]">{client.name}</bdi>;
  const heading = (
    <h1>
      {asked} <bdi className="[overflow-wrap:anywhere]">{destination}</bdi>
    </h1>
  );
  if (client.isReviewed || client.isFirstParty)
    return (
      <header className="grid gap-4">
        <div className="flex items-center gap-3">
          <AppLogo clientId={client.clientId} name={client.name} hasLogo={client.hasLogo} />
          <p className="min-w-0">{name}</p>
        </div>
        {heading}
      </header>
    );
  return (
    <header className="grid gap-4">
      <div className="grid gap-1">
        {heading}
        <p className="text-muted">The app calls itself {name}.</p>
      </div>
      <section
        aria-label="This app is not reviewed"
        className="rounded-control border border-warning bg-warning-wash px-3.5 py-3"
      >
        <p className="font-semibold">Not reviewed by {environment().branding.siteName}</p>
        <p>
          Anyone with an account can register an app here. Continue only if you know and trust{' '}
          <bdi className="[overflow-wrap:anywhere]">{destination.replace(/^an /, 'the ')}</bdi>.
        </p>
      </section>
    </header>
  );
}

type AnotherAccountProps = {
  account: DescribedRequest['account'];
  /** The request's path. */
  path: string;
};

export function AnotherAccount({ account, path }: AnotherAccountProps) {
  return (
    <form
      method="post"
      action={`${path}/another-account`}
      className="flex flex-wrap items-center justify-between gap-x-3 rounded-control border border-hairline bg-surface px-3.5 py-1"
    >
      <p className="min-w-0 py-2">
        <span className="text-muted">Signed in as </span>
        <span className="font-semibold [overflow-wrap:anywhere]">
          {account.email ?? account.displayName ?? `Account ${account.code}`}
        </span>
      </p>
      <Button type="submit" variant="quiet" className="-mx-2.75 forced-colors:mx-0">
        Use another account
      </Button>
    </form>
  );
}

type Known = Pick<DescribedRequest, 'account'> & {
  wallets: keyof typeof whichWallets;
  /** The host whose apps share one ID per user; null if the app shares it with no other. */
  sector: string | null;
};
type ClaimsProps = Pick<Interaction, 'scopes' | 'missingScopes'> & Pick<DescribedRequest, 'grant'> & Known;

/** Also lists what the app has and doesn't ask for this time, since consent takes none of it away. */
export function Claims({ scopes, missingScopes, grant, ...known }: ClaimsProps) {
  const hasWallets = known.wallets !== 'kept' || grant?.walletIds.length !== 0;
  const isShown = (scope: Scope) => hasWallets || (scope !== 'wallets' && scope !== 'proofs');
  const claims: { scope: Scope | 'page'; title: string; detail?: string }[] = allScopes
    .filter((scope) => scopes.includes(scope) || (grant?.scopes.includes(scope) && isShown(scope)))
    .map((scope) => ({ scope, ...describeClaim(scope, known) }));
  // If the app asks for wallets, the page has a box.
  if (grant?.showsPage && !scopes.includes('wallets'))
    claims.push({ scope: 'page', title: 'The link of your page' });
  return (
    <section aria-labelledby="sees" className="grid gap-2">
      <h2 id="sees">What it will see</h2>
      <ul className="divide-y divide-hairline border-y border-hairline">
        {claims.map(({ scope, title, detail }) => (
          <li key={scope} className="py-2.5">
            <p className="flex flex-wrap items-baseline gap-x-2">
              <span className="[overflow-wrap:anywhere]">{title}</span>
              {grant && (missingScopes as string[]).includes(scope) ? (
                <span className="rounded-control border border-edge px-1.5 text-small font-medium whitespace-nowrap">
                  New
                </span>
              ) : null}
              {(scopes as string[]).includes(scope) ? null : (
                <span className="text-small text-muted">Shared already</span>
              )}
            </p>
            {detail ? <p className="text-small text-muted [overflow-wrap:anywhere]">{detail}</p> : null}
          </li>
        ))}
      </ul>
    </section>
  );
}

const whichWallets = { selected: 'you select below', none: 'you choose', kept: 'it sees now' };

export function describeClaim(
  scope: Scope,
  { account: { displayName: name, email, code }, wallets, sector }: Known,
): { title: string; detail?: string } {
  switch (scope) {
    case 'openid':
      return {
        title: sector
          ? `An ID that only apps of ${sector} have for you`
          : 'An ID that only this app has for you',
        detail: `It lets the app recognize you. ${sector ? 'Apps elsewhere' : 'Other apps'} get a different one, and it isn't your account ID.`,
      };
    case 'profile':
      return name ? { title: 'Your name', detail: name } : { title: 'Your name, once you set one' };
    case 'email':
      return { title: 'Your email address', detail: email ?? "Your account doesn't have one." };
    case 'wallets':
      return {
        title: `The wallets ${whichWallets[wallets]}`,
        detail: 'Their addresses, when you proved them, and which one is primary. Never their labels.',
      };
    case 'proofs':
      return {
        title: `The signed proof of each wallet ${whichWallets[wallets]}`,
        detail: `It includes your account ID, ${code}, and your name at the time. Apps that have it can tell that you're the same person.`,
      };
    case 'offline_access':
      return {
        title: "Access while you're away",
        detail: 'It can see all this at any time, until you end its access under Apps.',
      };
  }
}
