import type { Query } from '../../database.ts';
import type { AuthContext } from '../auth-context.ts';
import { checkMailFrequency, issueOneTimeToken } from '../one-time-tokens.ts';
import { sendAuthMail } from '../send-auth-mail.ts';
import type { User } from '../users.ts';

/** Asks an address that a provider has not verified. Its link knows no verifier, as at Supabase. */
export async function mailConfirmation(
  query: Query,
  auth: AuthContext,
  { user, redirectTo }: { user: User; redirectTo: string },
): Promise<void> {
  checkMailFrequency(auth, user, 'confirmation_token');
  const email = user.email ?? '';
  const token = await issueOneTimeToken(query, auth, { user, kind: 'confirmation_token', email });
  await sendAuthMail(query, auth, { template: 'confirmation', to: email, user, token, redirectTo });
}
