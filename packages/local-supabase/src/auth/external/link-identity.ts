import type { Query } from '../../core/database.ts';
import type { AuthContext } from '../auth-context.ts';
import { AuthError } from '../auth-error.ts';
import { addIdentity, findIdentity, syncProviders } from '../identities.ts';
import type { ProvidedProfile } from '../oauth/provider.ts';
import { confirmEmail, findUserById, firstOf, type User } from '../users.ts';
import { adoptIdentityEmail } from './adopt-identity-email.ts';
import { describeClaims } from './describe-claims.ts';
import { mailConfirmation } from './mail-confirmation.ts';
import type { ExternalSignIn } from './sign-in-externally.ts';

/**
 * Adds a provider's identity to the signed-in user's account, which takes the identity's address if it has none.
 * Throws AuthError 422 if an account has the identity, 400 if another account has the address.
 */
export async function linkIdentity(
  query: Query,
  auth: AuthContext,
  { userId, provider, profile }: { userId: string; provider: string; profile: ProvidedProfile },
): Promise<ExternalSignIn> {
  const user = await findUserById(query, userId);
  if (!user) throw new AuthError(422, 'user_not_found', 'Linking target user not found');
  const known = await findIdentity(query, { provider, providerId: profile.subject });
  if (known) {
    const whose = known.user_id === userId ? '' : ' to another user';
    throw new AuthError(422, 'identity_already_exists', `Identity is already linked${whose}`);
  }
  const claims = describeClaims(profile);
  await addIdentity(query, { userId, provider, providerId: profile.subject, data: claims });
  if (!user.email) {
    if (!(await adoptIdentityEmail(query, user))) {
      throw new AuthError(400, 'email_exists', 'A user with this email address has already been registered');
    }
    const changed = firstOf(await query<User>('select * from auth.users where id = $1', [userId]));
    if (claims.email_verified !== true) {
      await mailConfirmation(query, auth, changed);
      const message = `Unverified email with ${provider}. A confirmation email has been sent to your ${provider} email`;
      return { ok: false, error: new AuthError(422, 'email_not_confirmed', message) };
    }
    await confirmEmail(query, userId);
  }
  await syncProviders(query, userId);
  return { ok: true, user: (await findUserById(query, userId)) ?? user };
}
