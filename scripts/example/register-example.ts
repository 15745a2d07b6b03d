import { ListedApp } from '../../cli/app/describe-app.ts';
import { callDatabase } from '../../cli/project/call-database.ts';
import type { Project } from '../../cli/project/choose-project.ts';
import { checkRegistration } from '../../lib/apps/check-registration.ts';
import { makeClientSecret } from '../../lib/apps/client-secret.ts';

export type RegisteredExample = { clientId: string; clientSecret: string };

/**
 * Registers an example with a local site. If it is already registered, rotates its client secret, since the previous one
 * was not stored; users' consents remain.
 */
export async function registerExample(
  project: Project,
  label: string,
  exampleUrl: string,
  callbackPath = '/auth/callback',
): Promise<RegisteredExample> {
  const redirectUri = exampleUrl + callbackPath;
  const { secret, hash } = makeClientSecret();
  const apps = ListedApp.array().parse(await callDatabase(project, 'list_oauth_clients', {}));
  const known = apps.find(
    ({ name, redirect_uris, is_reviewed }) =>
      name === label && is_reviewed && redirect_uris.includes(redirectUri),
  );
  if (known) {
    await callDatabase(project, 'rotate_oauth_client_secret', {
      p_client_id: known.client_id,
      p_secret_hash: hash,
      p_keep_seconds: 0,
    });
    return { clientId: known.client_id, clientSecret: secret };
  }
  const checked = checkRegistration(
    { name: label, redirectUris: [redirectUri], signOutUris: [`${exampleUrl}/`], isConfidential: true },
    { siteName: 'Countersign', isLocal: true },
  );
  if (!checked.ok) throw new Error(`The example can't be registered: ${checked.code}.`);
  const clientId = await callDatabase(project, 'add_oauth_client', {
    p_client: { ...checked.registration, is_first_party: false },
    p_secret_hash: hash,
  });
  return { clientId: String(clientId), clientSecret: secret };
}
