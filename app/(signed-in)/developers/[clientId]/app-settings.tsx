import { removeClientAction } from '@/app/(signed-in)/developers/actions';
import type { EnvValues } from '@/app/(signed-in)/developers/env-block';
import { ConfirmButton } from '@/components/ui/confirm-button';
import { Fold } from '@/components/ui/fold';
import { LocalTime } from '@/components/ui/local-time';
import type { OwnClient } from '@/lib/apps/own-clients';
import { AlgorithmForm, DetailsForm, LogoForm, SecretForm } from './client-forms';

type AppSettingsProps = { client: OwnClient; values: EnvValues };

export function AppSettings({ client, values }: AppSettingsProps) {
  return (
    <section className="mt-4 grid gap-2">
      <h2>Advanced</h2>
      <div className="border-b border-hairline">
        <Fold
          title="Name and redirect URIs"
          aside={<span className="block max-w-[40vw] truncate">{client.redirectUris[0]}</span>}
        >
          <DetailsForm client={client} />
        </Fold>
        <SecretRow client={client} values={values} />
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
            Nobody can sign in to it anymore, and its client ID and secrets stop working. You can't undo this.
          </ConfirmButton>
        </Fold>
      </div>
    </section>
  );
}

function SecretRow({ client, values }: AppSettingsProps) {
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
      <SecretForm values={values} newestMadeAt={secretMadeAt} previousUntil={previousSecretUntil} />
    </Fold>
  ) : (
    <Fold title="Secret" aside="None">
      <p className="text-muted">This app has no secret. It uses PKCE instead.</p>
    </Fold>
  );
}
