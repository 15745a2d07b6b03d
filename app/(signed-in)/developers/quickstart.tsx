import type { ReactNode } from 'react';
import { AppLogo } from '@/components/ui/app-logo';
import { buttonClasses } from '@/components/ui/button';
import { CopyButton } from '@/components/ui/copy-button';
import { Lines } from '@/components/ui/icon';
import { LocalTime } from '@/components/ui/local-time';
import { Note, Notes } from '@/components/ui/note';
import type { OwnClient } from '@/lib/apps/own-clients';
import { askedByRecipes, listRecipes } from '@/lib/apps/recipe';
import { environment } from '@/lib/env';
import { AppSettings } from './[clientId]/app-settings';
import { chosen, EnvBlock } from './env-block';
import { LibraryTabs } from './library-tabs';

type QuickstartProps = {
  client: OwnClient;
  /** Both are set only right after registration. */
  secret?: string | null;
  library?: string;
  news?: ReactNode;
  children?: ReactNode;
};

/** Right after registration: the secret appears on no other page. */
export function drawRegistered(client: OwnClient, secret: string | null, library: string): ReactNode {
  return <Quickstart client={client} secret={secret} library={library} />;
}

export function Quickstart({ client, secret, library, news, children }: QuickstartProps) {
  const issuer = environment().siteUrl;
  const recipes = listRecipes(client, issuer);
  const { clientId, isConfidential } = client;
  // Without the secret, because scripts of the page can read these values.
  const values = { issuer, clientId, isConfidential, libraries: recipes.map(({ id, env }) => ({ id, env })) };
  const first = recipes.find(({ id, unregistered }) => (library ? id === library : !unregistered));
  return (
    <div className="group/tabs with-notes">
      <div className="grid grid-cols-1 content-start gap-8">
        <div className="flex items-center gap-4 max-wide:flex-wrap">
          <AppLogo
            clientId={client.clientId}
            name={client.name}
            hasLogo={client.hasLogo}
            className="size-14 text-[20px]"
          />
          <div className="min-w-0 flex-1">
            <h1 dir="auto" className="[overflow-wrap:anywhere]">
              {client.name}
            </h1>
            <p className="text-muted">
              Registered <LocalTime at={client.createdAt} isDay /> · not reviewed
            </p>
            {client.isDisabled ? (
              <p className="text-warning">Turned off by the site's team: nobody can sign in to it.</p>
            ) : null}
          </div>
          <p className="self-end max-wide:w-full">
            <a href="/developers" className="tappable">
              Back to your apps
            </a>
          </p>
        </div>
        {news}
        <Step number={1} title="Set these environment variables">
          <EnvBlock values={values} secret={secret ?? undefined} />
        </Step>
        <Step number={2} title="Add sign-in">
          <LibraryTabs recipes={recipes} library={(first ?? recipes[0])?.id} />
        </Step>
        <Step number={3} title="Test the sign-in">
          <div className="flex items-center justify-between gap-x-6 gap-y-4 rounded-card border border-hairline bg-surface px-5 py-4 max-wide:grid">
            <p className="max-w-[26rem] text-muted">Start your app. This opens it in a new tab.</p>
            {client.isDisabled ? (
              <p>Not available while the app is turned off.</p>
            ) : (
              recipes.map(({ id, start }) => (
                <div key={id} className={chosen[id]}>
                  {start ? (
                    <a href={start} target="_blank" rel="noopener" className={buttonClasses('primary')}>
                      <Lines path="M5 3.25v9.5L12.5 8z" />
                      Run the sign-in
                    </a>
                  ) : (
                    <p>Start the sign-in in your app.</p>
                  )}
                </div>
              ))
            )}
          </div>
        </Step>
        {children}
        <AppSettings client={client} values={values} />
      </div>
      <Notes>
        <Note title="OpenID Connect settings">
          <dl className="grid grid-cols-1 gap-2.5">
            <Asked name="Issuer" value={issuer} />
            <Asked name="Discovery" value={`${issuer}/.well-known/openid-configuration`} />
            <Asked name="Scope" value={askedByRecipes.join(' ')} />
            {/* RS256 is the default of libraries, so it isn't listed. */}
            {client.algorithm === 'RS256' ? null : (
              <Asked name="id_token_signed_response_alg, or named like it" value={client.algorithm} />
            )}
          </dl>
        </Note>
        <Note title="Documentation">
          <p>
            <a href="/developers/docs">Apps, the package and the API</a>
          </p>
        </Note>
        <Note title="Not reviewed">
          <p>Consent shows your app's host first, marked “Not reviewed”, and selects no wallets.</p>
        </Note>
      </Notes>
    </div>
  );
}

function Step({ number, title, children }: { number: number; title: string; children: ReactNode }) {
  return (
    <section className="grid grid-cols-1 gap-3">
      <h2 className="grid grid-cols-[24px_minmax(0,1fr)] items-baseline">
        <span aria-hidden="true" className="font-serif text-[20px] font-medium text-muted">
          {number}
        </span>
        {title}
      </h2>
      {children}
    </section>
  );
}

function Asked({ name, value }: { name: string; value: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd className="flex items-center gap-1 text-ink">
        <code className="truncate font-mono">{value}</code>
        <CopyButton isTool label={`Copy ${name}`} text={value} />
      </dd>
    </div>
  );
}
