'use server';

import { refresh } from 'next/cache';
import { pathAfter } from '@/app/(signed-in)/done-messages';
import { ChangeClient, ClientReference, RotateSecret } from '@/lib/apps/app-schemas';
import {
  changeOwnClient,
  listOwnClients,
  type OwnClient,
  removeOwnClient,
  rotateOwnSecret,
} from '@/lib/apps/own-clients';
import { readDevice } from '@/lib/device';
import type { ErrorCode } from '@/lib/errors';
import { action } from '@/lib/forms/action';
import { fail } from '@/lib/result';
import { actingDeveloper, check, readLogo } from './registration';

export const changeClientAction = action(
  ChangeClient,
  async ({ clientId, logo, withoutLogo, algorithm, ...typed }) => {
    const acting = await actingDeveloper();
    if (!acting.ok) return acting;
    // An app's type never changes, and decides which URLs it may have.
    const listed = await listOwnClients(acting.viewer);
    if (!listed.ok) return listed;
    const client = listed.clients.find((one) => one.clientId === clientId);
    if (!client) return fail('app.unknown');
    const change: Parameters<typeof changeOwnClient>[2] = algorithm ? { id_token_alg: algorithm } : {};
    if (Object.keys(typed).length > 0) {
      const checked = check({ ...client, ...typed, algorithm });
      if (!checked.ok) return checked;
      const { is_confidential: _, ...registration } = checked.registration;
      Object.assign(change, registration);
    }
    const drawn = await readLogo(logo);
    if (!drawn.ok) return drawn;
    if (drawn.logo || withoutLogo) change.logo = drawn.logo;
    const path = `${developerPath(clientId)}?done=changed`;
    if (isAsItWas(client, change)) return { ok: true, redirectTo: path };
    const changed = await changeOwnClient(acting.viewer, clientId, change, await readDevice());
    return changed.ok ? { ok: true, redirectTo: path } : changed;
  },
);

export const rotateSecretAction = action(RotateSecret, async ({ clientId, ending, newestMadeAt }) => {
  const acting = await actingDeveloper();
  if (!acting.ok) return acting;
  const ended = ending ? { ending, newestMadeAt } : null;
  const rotated = await rotateOwnSecret(acting.viewer, clientId, ended, await readDevice());
  // Shows the secrets again if another tab has made or ended one. After any other refusal the page stays, since the user's choice is
  // about the secrets it shows.
  if (!rotated.ok && isAboutOtherSecrets(rotated.code)) refresh();
  return rotated.ok ? { ok: true, made: { secret: rotated.secret } } : rotated;
});

const isAboutOtherSecrets = (code: ErrorCode) =>
  code === 'app.secret_changed' || code === 'app.secret_just_made' || code === 'app.no_secret_before';

export const removeClientAction = action(ClientReference, async ({ clientId }) => {
  const acting = await actingDeveloper();
  if (!acting.ok) return acting;
  const removed = await removeOwnClient(acting.viewer, clientId, await readDevice());
  // Another tab, or a press whose response was lost, has removed it already.
  if (!removed.ok && removed.code !== 'app.unknown') return removed;
  return { ok: true, redirectTo: pathAfter('/developers', 'removed') };
});

/** Skips an unchanged app: a new name or host would ask every user for consent again. */
function isAsItWas({ name, redirectUris, signOutUris, algorithm }: OwnClient, change: object): boolean {
  const was = {
    name,
    redirect_uris: redirectUris,
    post_logout_redirect_uris: signOutUris,
    id_token_alg: algorithm,
  };
  return JSON.stringify({ ...was, ...change }) === JSON.stringify(was);
}

const developerPath = (clientId: string) => `/developers/${encodeURIComponent(clientId)}`;
