import 'server-only';
import { recordEvent } from '../../activity/record-event.ts';
import { type Failure, fail } from '../../result.ts';
import { callAsViewer } from '../../supabase/call-as-viewer.ts';
import { readEnabledWays } from '../../supabase/settings.ts';
import { removeAtAuth, renameAtAuth } from '../passkey/ask-auth-for-passkeys.ts';
import { readPasskeys } from '../passkey/read-passkeys.ts';
import { requireLiveSession } from '../session/require-live-session.ts';
import type { Viewer } from '../session/viewer.ts';
import { requireRecentAuth } from '../step-up/require-recent-auth.ts';
import { isLastSignInMethod } from './is-last-sign-in-method.ts';
import { changeKnownMethod } from './known-methods.ts';
import { readSignInMethods } from './sign-in-methods.ts';

/** @param name as the schema leaves it. @returns `passkey.gone` for one that is not the account's, or not there. */
export async function renamePasskey({
  id,
  name,
}: {
  id: string;
  name: string;
}): Promise<{ ok: true } | Failure> {
  const acting = await requireLiveSession();
  if (!acting.ok) return acting;
  const renamed = await renameAtAuth(id, name);
  if (!renamed.ok) return renamed;
  await recordEvent(acting.viewer.id, { kind: 'passkey_renamed', details: { name } });
  return { ok: true };
}

/**
 * Takes a passkey off the account, and then ends the sessions that it began: Auth leaves them alone. What a password manager
 * keeps of it, it keeps.
 * @returns `passkey.gone`; `passkey.last` where nothing else opens the account; `auth.authenticator_code_required` where Auth
 * asks for the code of an authenticator.
 */
export async function removePasskey({ id }: { id: string }): Promise<{ ok: true } | Failure> {
  const acting = await requireRecentAuth();
  if (!acting.ok) return acting;
  const { viewer } = acting;
  const read = await readPasskeys(viewer);
  if (!read.ok) return read;
  const passkey = read.passkeys.find((one) => one.id === id);
  if (!passkey) return fail('passkey.gone');
  // One that was set up past this site may always go: it is no way in that anybody here relies on.
  if (passkey.isConfirmed) {
    const last = await isLast(viewer);
    if (!last.ok) return last;
  }
  const removed = await changeKnownMethod(viewer.id, { kind: 'passkey', reference: id }, async () => {
    const gone = await removeAtAuth(id);
    if (gone.ok) await endItsSessions(viewer, id);
    return gone;
  });
  if (!removed.ok) return removed;
  await recordEvent(viewer.id, { kind: 'passkey_removed', details: { name: passkey.name } });
  return { ok: true };
}

async function isLast(viewer: Viewer): Promise<{ ok: true } | Failure> {
  const [methods, enabled] = await Promise.all([readSignInMethods(viewer), readEnabledWays()]);
  if (!methods.ok) return methods;
  const without = { ...methods.ways, passkeys: methods.ways.passkeys - 1 };
  return isLastSignInMethod(without, null, enabled) ? fail('passkey.last') : { ok: true };
}

/** The passkey is gone whatever comes of this: the activity and the mail must not be missing. */
async function endItsSessions(viewer: Viewer, id: string): Promise<void> {
  const ended = await callAsViewer(viewer, 'end_sessions_of_passkey', { p_passkey_id: id }).catch(
    (error: unknown) => ({ ok: false as const, code: error instanceof Error ? error.message : 'unknown' }),
  );
  if (!ended.ok) console.error(`Sessions could not be ended after a passkey was removed: ${ended.code}`);
}
