import { Code, codeBox } from '@/app/(signed-in)/developers/code';
import { CopyButton } from '@/components/copy-button';
import { buttonClasses } from '@/components/ui/button';
import type { OwnClient } from '@/lib/apps/own-clients';

type TrialClaimsProps = {
  client: OwnClient;
  claims: Record<string, unknown> & { sub: string | null };
  path: string;
};

export function TrialClaims({ client, claims, path }: TrialClaimsProps) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
      <header className="grid gap-2">
        <h1>
          What <bdi className="[overflow-wrap:anywhere]">{client.name}</bdi> would get
        </h1>
        <p>
          <strong>Nothing was shared.</strong> After a real sign-in, your app reads these claims from{' '}
          <code className="font-mono text-small">/oauth/userinfo</code>.
        </p>
      </header>
      <div className={codeBox}>
        <div className="flex min-h-11 items-center justify-between border-b border-hairline pr-1.5 pl-4">
          <span className="text-small">Claims</span>
          <CopyButton label="Copy" what="the claims" hasIcon textOf="claims" />
        </div>
        <Code id="claims" name="Claims">
          {JSON.stringify({ ...claims, sub: claims.sub ?? pendingSub }, null, 2)}
        </Code>
      </div>
      {claims.sub === null ? (
        <p className="text-muted">
          <code className="font-mono text-small">sub</code> is your app's own ID for each person. Yours is
          made when you first sign in to it, and then stays the same.
        </p>
      ) : null}
      <div className="grid gap-2">
        <a href={`/developers/${client.clientId}`} className={buttonClasses('primary')}>
          Back to your app
        </a>
        <a href={path} className={buttonClasses('quiet')}>
          Try it again
        </a>
      </div>
    </div>
  );
}

/** A placeholder that can't be mistaken for a subject ID. */
const pendingSub = '(made at your first sign-in)';
