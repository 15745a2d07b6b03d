import 'server-only';
import { after } from 'next/server';
import { logWarning } from '../../log/log.ts';
import { flushOutbox } from '../../mail/flush-outbox.ts';
import { fail, type Result } from '../../result.ts';
import { fitsThisSite, requirePasskeys } from '../../session/offered-passkeys.ts';
import { requireLiveSession } from '../../session/require-live-session.ts';
import type { Viewer } from '../../session/viewer.ts';
import { askForRegistration, renameAtAuth, verifyRegistration } from '../passkey/ask-auth-for-passkeys.ts';
import type { PasskeyCreation } from '../passkey/ceremony.ts';
import { checkRegistrationResponse } from '../passkey/check-credential.ts';
import { countOwnPasskey } from '../passkey/count-passkey-attempt.ts';
import { type Passkey, readPasskeys } from '../passkey/read-passkeys.ts';
import type { AddPasskey } from '../passkey/schemas.ts';
import { openTicket, sealTicket } from '../passkey/tickets.ts';
import { requireRecentAuth } from '../step-up/require-recent-auth.ts';
import { expectKnownMethod, settleKnownMethod, withdrawPasskeyChange } from './known-methods.ts';
import { namePasskeyOwner } from './passkeys.ts';

/**
 * Begins to add a passkey to the viewer's account. Overrides Auth's options, which nothing verifies: the device must
 * check the person, and an account without an email gets a name.
 * @returns `passkey.off`, `passkey.too_many`, `auth.too_many_attempts`; `auth.authenticator_code_required` if Auth asks
 * this session for the authenticator's code.
 */
export async function startAddingPasskey(): Promise<Result<PasskeyCreation>> {
  const acting = await requireRecentAuth();
  if (!acting.ok) return acting;
  const { viewer } = acting;
  const usable = await requirePasskeys();
  if (!usable.ok) return usable;
  const counted = await countOwnPasskey(viewer.id);
  if (!counted.ok) return counted;
  const [asked, named] = await Promise.all([askForRegistration(), namePasskeyOwner(viewer)]);
  if (!asked.ok) return asked;
  if (!named.ok) return named;
  const { challengeId, expiresAt, options } = asked;
  if (!fitsThisSite(options.rp.id)) return fail('passkey.off');
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
 * Adds the passkey that a device has made for a challenge of this very session, up to five minutes later: who asked for it
 * has shown then that it is them. The database is told which one comes, by what the device has attested, so that no other passes
 * for it.
 * @returns the passkey under the name that Auth found for its kind, with a number where the account has one of that name; `passkey.expired`, `passkey.not_verified`,
 * `passkey.too_many`; `passkey.refused`, also for one that any account has already.
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
  const looked = checkRegistrationResponse(credential);
  if (!looked.ok) return looked;
  const { credentialId } = looked;
  const expected = await expectKnownMethod(viewer.id, { kind: 'passkey', reference: credentialId });
  if (!expected.ok) return expected;
  const added = await verifyRegistration(opened.challengeId, credential);
  // The passkey is renamed before the database finds it, because the email and the activity say its name.
  const named = added.ok ? await nameApart(viewer, added) : added;
  if (named.ok) await settleKnownMethod(viewer.id, 'passkey');
  // After a lost answer, or a challenge that another tab has used, Auth may have taken the passkey all the same.
  else if (named.code !== 'backend.unavailable' && named.code !== 'passkey.expired')
    await withdrawPasskeyChange(viewer.id, { credentialId });
  // The database tells the owner as it finds the passkey, no matter who hears of it.
  after(flushOutbox);
  return named;
}

type Added = { ok: true; id: string; name: string };

/** Auth gives all passkeys of a kind one name. A failure here leaves the passkey usable, and its owner can rename it. */
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
    logWarning('passkey.not_named', `A passkey got no name of its own: ${String(error)}`);
    return added;
  }
}

/** Numbers the passkeys of a kind from the oldest on, so that two added at once get different names. */
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
