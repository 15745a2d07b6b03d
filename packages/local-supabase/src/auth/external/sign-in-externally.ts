import { randomUUID } from 'node:crypto';
import type { Query } from '../../core/database.ts';
import type { AuthContext } from '../auth-context.ts';
import { AuthError } from '../auth-error.ts';
import { addIdentity, listIdentities, syncProviders } from '../identities.ts';
import { mergeMetadata } from '../merge-metadata.ts';
import type { ProvidedProfile } from '../oauth/provider.ts';
import { confirmEmail, createUser, firstOf, isBanned, type User } from '../users.ts';
import { type AccountDecision, decideAccount } from './decide-account.ts';
import { describeClaims } from './describe-claims.ts';
import { mailConfirmation } from './mail-confirmation.ts';

/** Errors are returned, not thrown, so that the new account and the sent email are committed. */
export type ExternalSignIn = { ok: true; user: User } | { ok: false; error: AuthError };

interface ExternalIdentity {
  /** `github`, `google` or `web3`. */
  provider: string;
  profile: ProvidedProfile;
}

/**
 * Finds or creates the account of an identity by Supabase's rules. An account whose address is unconfirmed first loses its
 * password and other identities, since an attacker may have added them. Throws AuthError for a banned account, and for a
 * new one if sign-ups are off.
 */
export async function signInExternally(
  query: Query,
  auth: AuthContext,
  { provider, profile }: ExternalIdentity,
): Promise<ExternalSignIn> {
  const claims = describeClaims(profile);
  const decision = await decideAccount(query, {
    provider,
    providerId: profile.subject,
    emails: profile.emails,
  });
  const { userId, identityId } = await attachIdentity(query, auth, { decision, provider, claims });
  const user = firstOf(await query<User>('select * from auth.users where id = $1', [userId]));
  if (isBanned(user)) throw new AuthError(403, 'user_banned', 'User is banned');
  // A wallet has no address to confirm.
  if (provider === 'web3' || user.email_confirmed_at !== null) return { ok: true, user };

  await dropUnconfirmed(query, { userId, identityId, claims });
  if (decision.email.isVerified) return { ok: true, user: await confirmEmail(query, userId) };
  if (decision.email.email === '')
    return {
      ok: false,
      error: refuseUnverified(`Verify the email with ${provider} in order to sign in`, provider),
    };
  await mailConfirmation(query, auth, user);
  return {
    ok: false,
    error: refuseUnverified(`A confirmation email has been sent to your ${provider} email`, provider),
  };
}

function refuseUnverified(whatToDo: string, provider: string): AuthError {
  const message = `Unverified email with ${provider}. ${whatToDo}`;
  return new AuthError(422, 'provider_email_needs_verification', message);
}

async function attachIdentity(
  query: Query,
  auth: AuthContext,
  {
    decision,
    provider,
    claims,
  }: { decision: AccountDecision; provider: string; claims: Record<string, unknown> },
): Promise<{ userId: string; identityId: string }> {
  const newIdentity = { provider, providerId: String(claims.sub), data: claims };
  if (decision.kind === 'create') {
    if (!auth.settings.allowSignUp) {
      throw new AuthError(422, 'signup_disabled', 'Signups not allowed for this instance');
    }
    const user = await createUser(query, {
      id: randomUUID(),
      email: decision.email.email || null,
      passwordHash: '',
      data: claims,
      provider,
    });
    return { userId: user.id, identityId: await addIdentity(query, { ...newIdentity, userId: user.id }) };
  }
  const userId = decision.user.id;
  let identityId: string;
  if (decision.kind === 'known') {
    identityId = decision.identity.id;
    await query('update auth.identities set identity_data = $2, updated_at = now() where id = $1', [
      identityId,
      claims,
    ]);
  } else {
    identityId = await addIdentity(query, { ...newIdentity, userId });
  }
  await mergeMetadata(query, { userId, column: 'raw_user_meta_data', data: claims });
  await syncProviders(query, userId);
  return { userId, identityId };
}

async function dropUnconfirmed(
  query: Query,
  { userId, identityId, claims }: { userId: string; identityId: string; claims: Record<string, unknown> },
): Promise<void> {
  await query(
    'update auth.users set encrypted_password = null, raw_user_meta_data = $2, updated_at = now() where id = $1',
    [userId, claims],
  );
  for (const identity of await listIdentities(query, userId)) {
    if (identity.id !== identityId) await query('delete from auth.identities where id = $1', [identity.id]);
  }
  await query('delete from auth.one_time_tokens where user_id = $1', [userId]);
  await syncProviders(query, userId);
}
