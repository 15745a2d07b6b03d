import 'server-only';
import { after } from 'next/server';
import { recordActivity } from '../../activity/activity.ts';
import { logFailure, logWarning } from '../../log/log.ts';
import { flushOutbox } from '../../mail/flush-outbox.ts';
import { fail, type Result } from '../../result.ts';
import { arePasskeysOffered, isRpIdOfThisSite, requirePasskeys } from '../../session/offered-passkeys.ts';
import { requireLiveSession } from '../../session/require-live-session.ts';
import type { Viewer } from '../../session/viewer.ts';
import { callAsViewer } from '../../supabase/call-as-viewer.ts';
import { readEnabledSignInMethods } from '../../supabase/settings.ts';
import {
  removeAsServer,
  removeAtAuth,
  renameAtAuth,
  requestRegistration,
  verifyRegistration,
} from '../passkey/call-auth-for-passkeys.ts';
import { checkRegistrationResponse } from '../passkey/check-credential.ts';
import type { PasskeyCreation } from '../passkey/passkey-options.ts';
import type { AddPasskey } from '../passkey/passkey-schemas.ts';
import { type Passkey, readPasskeys } from '../passkey/read-passkeys.ts';
import { openTicket, sealTicket } from '../passkey/tickets.ts';
import { countOwnPasskey } from '../passkey/verify-passkey.ts';
import { requireAuthenticator, requireRecentAuth } from '../step-up/require-recent-auth.ts';
import { expectKnownMethod, settleKnownMethod, withdrawPasskeyChange } from './known-methods.ts';
import { namePasskeyOwner } from './passkeys.ts';
import { isLastSignInMethod, readSignInMethods } from './sign-in-methods.ts';

/** Overrides Auth's unsigned options. `passkey.off`, `passkey.too_many`, `auth.too_many_attempts`, `auth.authenticator_code_required`. */
export async function startAddingPasskey(): Promise<Result<PasskeyCreation>> {
  const acting = await requireRecentAuth();
  if (!acting.ok) return acting;
  const { viewer } = acting;
  const usable = await requirePasskeys();
  if (!usable.ok) return usable;
  const counted = await countOwnPasskey(viewer.id);
  if (!counted.ok) return counted;
  const [asked, named] = await Promise.all([requestRegistration(), namePasskeyOwner(viewer)]);
  if (!asked.ok) return asked;
  if (!named.ok) return named;
  const { challengeId, expiresAt, options } = asked;
  if (!isRpIdOfThisSite(options.rp.id)) return fail('passkey.off');
  return {
    ok: true,
    ticket: await sealTicket('add', viewer, { challengeId, expiresAt }),
    expiresAt,
    options: {
      challenge: options.challenge,
      rp: options.rp,
      user: { id: options.user.id, name: named.name, displayName: named.displayName },
      pubKeyCredParams: options.pubKeyCredParams,
      excludeCredentials: options.excludeCredentials,
      ...(options.timeout !== undefined && { timeout: options.timeout }),
      authenticatorSelection: {
        residentKey: 'required',
        requireResidentKey: true,
        userVerification: 'required',
      },
      attestation: 'none',
    },
  };
}

/**
 * Adds a passkey for a challenge of this session, without a second step-up. Announces its id first, so that only this one counts as added
 * here.
 * @returns its name at Auth, numbered if taken; `passkey.expired`, `.not_verified`, `.too_many`; `.refused`, also if an account has it.
 */
export async function addPasskey({
  ticket,
  credential,
}: AddPasskey): Promise<Result<{ id: string; name: string }>> {
  const acting = await requireLiveSession();
  if (!acting.ok) return acting;
  const { viewer } = acting;
  const counted = await countOwnPasskey(viewer.id);
  if (!counted.ok) return counted;
  const opened = await openTicket(ticket, 'add', viewer);
  if (!opened.ok) return opened;
  const checked = checkRegistrationResponse(credential);
  if (!checked.ok) return checked;
  const { credentialId } = checked;
  const expected = await expectKnownMethod(viewer.id, { kind: 'passkey', reference: credentialId });
  if (!expected.ok) return expected;
  const added = await verifyRegistration(opened.challengeId, credential);
  // Renames it before the database finds it, because the email and the activity contain its name.
  const named = added.ok ? await nameApart(viewer, added) : added;
  if (named.ok) await settleKnownMethod(viewer.id, 'passkey');
  // These two don't rule out that Auth added the passkey: its answer was lost, or another tab used the challenge.
  else if (named.code !== 'backend.unavailable' && named.code !== 'passkey.expired')
    await withdrawPasskeyChange(viewer.id, { credentialId });
  // The database has queued the owner's notice, whatever this request returns.
  after(flushOutbox);
  return named;
}

type Added = { ok: true; id: string; name: string };

/** Auth gives all passkeys of a kind the same name. A failure here leaves the passkey usable, and its owner can rename it. */
async function nameApart(viewer: Viewer, added: Added): Promise<Added> {
  try {
    const read = await readPasskeys(viewer);
    if (!read.ok) throw new Error(read.code);
    const name = findNameApart(added, read.passkeys);
    if (name === added.name) return added;
    const renamed = await renameAtAuth(added.id, name);
    if (!renamed.ok) throw new Error(renamed.code);
    return { ...added, name };
  } catch (error) {
    logWarning('passkey.not_named', `A passkey got no unique name: ${String(error)}`);
    return added;
  }
}

/** Numbers passkeys of the same name, oldest first, so that two added concurrently get different names. */
function findNameApart(added: Added, passkeys: Passkey[]): string {
  const taken = new Set(passkeys.map(({ name }) => name).filter((name) => name !== added.name));
  for (const { id } of passkeys.filter(({ name }) => name === added.name)) {
    let name = added.name;
    for (let number = 2; taken.has(name); number++) name = `${added.name} ${number}`;
    if (id === added.id) return name;
    taken.add(name);
  }
  return added.name;
}

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
  await recordActivity(acting.viewer.id, {
    kind: 'passkey_renamed',
    details: { before: found.passkey.name, name },
  });
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
    // The passkey is removed already. If this fails, the database refuses its sessions at their next request.
    await logFailure(
      'session.not_ended',
      'Sessions could not be ended after a passkey was removed',
      callAsViewer(viewer, 'end_sessions_of_passkey', { p_passkey_id: id }),
    );
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
