import type { Metadata } from 'next';
import { cache } from 'react';
import { AppLogo } from '@/components/app-logo';
import { FailedPart } from '@/components/failed-part';
import { LocalTime } from '@/components/local-time';
import { AskFirst } from '@/components/ui/ask-first';
import { FocusOutcome } from '@/components/ui/focus-outcome';
import { listOwnClients, type OwnClient } from '@/lib/apps/own-clients';
import { environment } from '@/lib/env';
import { readParam, type SearchParams } from '@/lib/search-params';
import { redirectOnRefusal } from '@/lib/session/redirect-on-refusal';
import { readViewer, requireViewer } from '@/lib/session/viewer';
import { describeNews } from '../../news';
import { removeClientAction } from '../actions';
import { Credential, Endpoints } from '../credentials';
import { NoSuchPage } from '../no-such-page';
import { UseIt } from '../use-it';
import { ChangeForm, SecretForm } from './client-forms';

type ClientPageProps = { params: Promise<{ clientId: string }>; searchParams: SearchParams };

/** For the page and its title. */
const listOnce = cache(listOwnClients);

export async function generateMetadata({ params }: ClientPageProps): Promise<Metadata> {
  const check = await readViewer();
  if (!check.signedIn || !environment().hasDeveloperApps) return { title: 'Your app' };
  const { clientId } = await params;
  const listed = await listOnce(check.viewer);
  const client = listed.ok ? listed.clients.find((one) => one.clientId === clientId) : undefined;
  return { title: client?.name ?? 'Your app' };
}

export default async function ClientPage({ params, searchParams }: ClientPageProps) {
  if (!environment().hasDeveloperApps) return <NoSuchPage />;
  const { clientId } = await params;
  const path = `/developers/${clientId}`;
  const viewer = await requireViewer(path);
  const listed = await listOnce(viewer);
  if (!listed.ok) redirectOnRefusal(listed.code, path);
  if (!listed.ok) return <FailedPart code={listed.code} />;
  const client = listed.clients.find((one) => one.clientId === clientId);
  // Someone else's and none look the same.
  if (!client) return <NoSuchPage />;
  const news = describeNews('/developers', await readParam(searchParams, 'done'));
  return (
    <div className="grid gap-6">
      <div className="flex items-start gap-3">
        <AppLogo clientId={client.clientId} name={client.name} hasLogo={client.hasLogo} />
        <div className="min-w-0">
          <h1 dir="auto" className="[overflow-wrap:anywhere]">
            {client.name}
          </h1>
          <p className="text-muted">
            Registered <LocalTime at={client.createdAt} isDay /> · not reviewed
          </p>
          {client.isDisabled ? (
            <p className="text-warning">Switched off by the team: nobody can sign in to it.</p>
          ) : null}
        </div>
      </div>
      <p role="status" className="empty:hidden">
        {news}
        {news ? <FocusOutcome key={Date.now()} /> : null}
      </p>
      <div className="divide-y divide-hairline border-y border-hairline">
        <section className="grid gap-4 py-5">
          <h2>What your app needs</h2>
          <Credential label="Client ID" value={client.clientId} />
          <Endpoints issuer={environment().siteUrl} algorithm={client.algorithm} />
        </section>
        <UseIt
          isConfidential={client.isConfidential}
          values={{ issuer: environment().siteUrl, clientId: client.clientId, app: originOf(client) }}
        />
        <SecretSection client={client} />
        <section className="py-5">
          <div className="tall-controls grid max-w-form gap-4">
            <h2>Name and addresses</h2>
            <ChangeForm client={client} />
          </div>
        </section>
        <section className="grid justify-items-start gap-3 py-5">
          <h2>Remove the app</h2>
          <p className="text-muted">
            Everyone's access ends immediately and permanently. People see it in their activity.
          </p>
          <div className="mt-3">
            <AskFirst
              action={removeClientAction}
              values={{ clientId: client.clientId }}
              label={`Remove ${client.name}`}
              pendingLabel="Removing…"
              heading={`Remove ${client.name}?`}
            >
              Nobody can sign in to it any more, and its client ID and secrets stop working. You can't undo
              this.
            </AskFirst>
          </div>
        </section>
      </div>
      <p>
        <a href="/developers" className="tappable">
          Back to your apps
        </a>
      </p>
    </div>
  );
}

/** Where the app runs: the first of its redirect addresses that browsers open. */
function originOf({ redirectUris }: OwnClient): string {
  const web = redirectUris.find((uri) => /^https?:/.test(uri));
  return web ? new URL(web).origin : 'https://your-app.example';
}

function SecretSection({ client }: { client: OwnClient }) {
  const { clientId, secretMadeAt, previousSecretUntil } = client;
  return (
    <section className="py-5">
      <div className="grid gap-3">
        <h2>Secret</h2>
        {secretMadeAt ? (
          <>
            <p className="text-muted">
              We keep only a hash. If you make a new one, the old one works for another day.
            </p>
            <SecretForm clientId={clientId} newestMadeAt={secretMadeAt} previousUntil={previousSecretUntil} />
          </>
        ) : (
          <p className="text-muted">This app has no secret. It uses PKCE instead.</p>
        )}
      </div>
    </section>
  );
}
