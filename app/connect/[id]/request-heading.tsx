import { AppLogo } from '@/components/ui/app-logo';
import { Button } from '@/components/ui/button';
import type { DescribedRequest } from '@/lib/apps/grants';
import { environment } from '@/lib/env';

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
  /** The request's path; null in a trial, which has one account. */
  path: string | null;
};

export function AnotherAccount({ account, path }: AnotherAccountProps) {
  return (
    <form
      method="post"
      action={path ? `${path}/another-account` : undefined}
      className="flex flex-wrap items-center justify-between gap-x-3 rounded-control border border-hairline bg-surface px-3.5 py-1"
    >
      <p className="min-w-0 py-2">
        <span className="text-muted">As </span>
        <span className="font-semibold [overflow-wrap:anywhere]">
          {account.email ?? account.displayName ?? `Account ${account.code}`}
        </span>
      </p>
      <Button type="submit" variant="quiet" disabled={!path} className="-mx-3.5 forced-colors:mx-0">
        Use another account
      </Button>
    </form>
  );
}
