import { callDatabase } from '../cli/project/call-database.ts';
import type { Project } from '../cli/project/choose-project.ts';
import type { Account } from '../e2e/fixtures/account.ts';
import { createWalletKey, openProver, proveWallet } from '../e2e/fixtures/prove-wallet.ts';
import type { Addresses } from '../e2e/fixtures/stack.ts';
import { makeClientSecret } from '../lib/apps/client-secret.ts';
import { openPerson } from './person.ts';

/** A user with one proven wallet, who isn't signed in yet. */
export async function openOwner(addresses: Addresses, account: Account) {
  const prover = await openProver(addresses, account);
  const { address } = await proveNew(addresses, prover);
  return { prover, person: openPerson(addresses.siteUrl, account), wallet: address };
}

/** Revokes the access of the only app that the user shares with. */
export async function revokeAccess(
  addresses: Addresses,
  { userId, sessionId }: Awaited<ReturnType<typeof openProver>>,
): Promise<void> {
  const own = { p_user_id: userId, p_session_id: sessionId };
  const project = projectOf(addresses);
  const listed = (await callDatabase(project, 'list_oauth_grants', { ...own, p_page: 1 })) as {
    apps: { id: string }[];
  };
  await callDatabase(project, 'end_oauth_grant', { ...own, p_grant_id: listed.apps[0]?.id, p_device: null });
}

/** Proves another wallet. @returns its key */
export async function proveNew(addresses: Addresses, prover: Awaited<ReturnType<typeof openProver>>) {
  const key = createWalletKey();
  await proveWallet(addresses, prover, key);
  return key;
}

/** The project in the form that the operators' commands use. */
export function projectOf({ supabaseUrl, secretKey, siteUrl }: Addresses): Project {
  return { supabaseUrl, secretKey, publishableKey: null, siteUrl, isEmbedded: true };
}

/** Registers an app as the operator does. A public app doesn't use its secret. */
export async function register(
  addresses: Addresses,
  name: string,
  redirectUri: string,
  { isPublic = false }: { isPublic?: boolean } = {},
) {
  const { secret, hash } = makeClientSecret();
  const clientId = await callDatabase(projectOf(addresses), 'add_oauth_client', {
    p_client: {
      name,
      redirect_uris: [redirectUri],
      post_logout_redirect_uris: [],
      is_confidential: !isPublic,
    },
    p_secret_hash: isPublic ? null : hash,
  });
  return { clientId: String(clientId), secret };
}
