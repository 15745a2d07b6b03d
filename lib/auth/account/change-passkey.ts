import 'server-only';
import { after } from 'next/server';
import { recordActivity } from '../../activity/record-activity.ts';
import { logFailure } from '../../log/log.ts';
import { flushOutbox } from '../../mail/flush-outbox.ts';
import { fail, type Result } from '../../result.ts';
import { arePasskeysOffered } from '../../session/offered-passkeys.ts';
import { requireLiveSession } from '../../session/require-live-session.ts';
import type { Viewer } from '../../session/viewer.ts';
import { callAsViewer } from '../../supabase/call-as-viewer.ts';
import { readEnabledSignInMethods } from '../../supabase/settings.ts';
import { removeAsServer, removeAtAuth, renameAtAuth } from '../passkey/call-auth-for-passkeys.ts';
import { readPasskeys } from '../passkey/read-passkeys.ts';
import { requireAuthenticator, requireRecentAuth } from '../step-up/require-recent-auth.ts';
import { settleKnownMethod, withdrawPasskeyChange } from './known-methods.ts';
import { isLastSignInMethod, readSignInMethods } from './sign-in-methods.ts';

/** Uses the database while passkeys are off, since Auth then refuses. @param name normalized by the schema. @returns `passkey.gone`. */
export async function renamePasskey({ id, name }: { id: string; name: string }): Promise<Result> {
  const acting = await requireLiveSession();
  if (!acting.ok) return acting;
  const found = await findPasskey(acting.viewer, id);
  if (!found.ok || found.passkey.name === name) return found.ok ? { ok: true } : found;
  const renamed = (await arePasskeysOffered())
    ? await renameAtAuth(id, name)
    : await callAsViewer(acting.viewer, 'rename_passkey', { p_passkey_id: id, p_name: name });
  if (!renamed.ok) return renamed;
  await recordActivity(acting.viewer.id, { kind: 'passkey_renamed', details: { name } });
  return { ok: true };
}

/**
 * Removes a passkey, even while passkeys are off, and ends its sessions. Announced first: the database ends them even if Auth's answer
 * is lost. @returns `passkey.gone`; `passkey.last` if no other method signs in to the account; `auth.authenticator_code_required`.
 */
export async function removePasskey({ id }: { id: string }): Promise<Result> {
  const acting = await requireRecentAuth();
  if (!acting.ok) return acting;
  const { viewer } = acting;
  const found = await findPasskey(viewer, id);
  if (!found.ok) return found;
  const isOff = !(await arePasskeysOffered());
  if (isOff) {
    // The admin API requires no authenticator's code, so this site does.
    const given = await requireAuthenticator(viewer);
    if (!given.ok) return given;
  }
  const begun = await callAsViewer(viewer, 'begin_passkey_removal', { p_passkey_id: id });
  if (!begun.ok) return begun;
  // A passkey from outside this site may always be removed, because it counts as no sign-in method here.
  const open = found.passkey.isConfirmed ? await leavesSignInMethod(viewer) : { ok: true as const };
  const removed = open.ok ? await (isOff ? removeAsServer(viewer.id, id) : removeAtAuth(id)) : open;
  if (removed.ok) {
    await endItsSessions(viewer, id);
    await settleKnownMethod(viewer.id, 'passkey');
  } else if (!open.ok || removed.code !== 'backend.unavailable') {
    await withdrawPasskeyChange(viewer.id, { passkeyId: id });
  }
  after(flushOutbox);
  return removed;
}

async function findPasskey(viewer: Viewer, id: string) {
  const read = await readPasskeys(viewer);
  if (!read.ok) return read;
  const passkey = read.passkeys.find((one) => one.id === id);
  return passkey ? { ok: true as const, passkey } : fail('passkey.gone');
}

/** The database doesn't know which methods the project has switched off. Passkeys that any tab is removing don't count. */
async function leavesSignInMethod(viewer: Viewer): Promise<Result> {
  const [methods, enabled] = await Promise.all([readSignInMethods(viewer), readEnabledSignInMethods()]);
  if (!methods.ok) return methods;
  return isLastSignInMethod(methods.signInMethods, null, enabled) ? fail('passkey.last') : { ok: true };
}

/** The passkey is removed already. If this fails, the database refuses its sessions at their next request. */
async function endItsSessions(viewer: Viewer, id: string): Promise<void> {
  await logFailure(
    'session.not_ended',
    'Sessions could not be ended after a passkey was removed',
    callAsViewer(viewer, 'end_sessions_of_passkey', { p_passkey_id: id }),
  );
}
