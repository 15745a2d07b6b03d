import type { Metadata } from 'next';
import { removeClientAction } from '@/app/(signed-in)/developers/actions';
import { listOnce, readOwnApp } from '@/app/(signed-in)/developers/own-app';
import { Quickstart, readEnvValues } from '@/app/(signed-in)/developers/quickstart';
import { describeDone } from '@/app/(signed-in)/done-messages';
import { ConfirmButton } from '@/components/ui/confirm-button';
import { FocusOutcome } from '@/components/ui/focus-outcome';
import { Fold } from '@/components/ui/fold';
import { LocalTime } from '@/components/ui/local-time';
import type { OwnClient } from '@/lib/apps/own-clients';
import { environment } from '@/lib/env';
import { readParam, type SearchParams } from '@/lib/search-params';
import { readViewer } from '@/lib/session/viewer';
import { AlgorithmForm, DetailsForm, LogoForm, SecretForm } from './client-forms';
import { SignInAttempts } from './sign-in-attempts';

type ClientPageProps = { params: Promise<{ clientId: string }>; searchParams: SearchParams };

export async function generateMetadata({ params }: ClientPageProps): Promise<Metadata> {
  const check = await readViewer();
  if (!check.signedIn || !environment().hasDeveloperApps) return { title: 'Your app' };
  const { clientId } = await params;
  const listed = await listOnce(check.viewer);
  const client = listed.ok ? listed.clients.find((one) => one.clientId === clientId) : undefined;
  return { title: client?.name ?? 'Your app' };
}

export default async function ClientPage({ params, searchParams }: ClientPageProps) {
  const { clientId } = await params;
  const app = await readOwnApp(clientId, `/developers/${clientId}`);
  if ('instead' in app) return app.instead;
  const { client, viewer } = app;
  const news = describeDone('/developers', await readParam(searchParams, 'done'));
  return (
    <Quickstart
      client={client}
      news={
        <p role="status" className="empty:hidden">
          {news}
          {news ? <FocusOutcome key={Date.now()} /> : null}
        </p>
      }
    >
      <SignInAttempts acting={viewer} clientId={clientId} />
      <section className="mt-4 grid gap-2">
        <h2>Advanced</h2>
        <div className="border-b border-hairline">
          <Fold
            title="Name and redirect URIs"
            aside={<span className="block max-w-[40vw] truncate">{client.redirectUris[0]}</span>}
          >
            <DetailsForm client={client} />
          </Fold>
          <SecretRow client={client} />
          <Fold title="ID token signing algorithm" aside={client.algorithm}>
            <AlgorithmForm {...client} />
          </Fold>
          <Fold title="Logo" aside={client.hasLogo ? 'Its own' : 'None'}>
            <LogoForm {...client} />
          </Fold>
          <Fold title="Remove the app">
            <p className="mb-4 text-muted">
              Everyone's access ends immediately and permanently. People see it in their activity.
            </p>
            <ConfirmButton
              action={removeClientAction}
              values={{ clientId: client.clientId }}
              label={`Remove ${client.name}`}
              pendingLabel="Removing…"
              heading={`Remove ${client.name}?`}
            >
              Nobody can sign in to it anymore, and its client ID and secrets stop working. You can't undo
              this.
            </ConfirmButton>
          </Fold>
        </div>
      </section>
    </Quickstart>
  );
}

function SecretRow({ client }: { client: OwnClient }) {
  const { secretMadeAt, previousSecretUntil } = client;
  return secretMadeAt ? (
    <Fold
      title="Secret"
      aside={
        <>
          Made <LocalTime at={secretMadeAt} />
        </>
      }
    >
      <SecretForm
        values={readEnvValues(client)}
        newestMadeAt={secretMadeAt}
        previousUntil={previousSecretUntil}
      />
    </Fold>
  ) : (
    <Fold title="Secret" aside="None">
      <p className="text-muted">This app has no secret. It uses PKCE instead.</p>
    </Fold>
  );
}
