import type { Query } from '../../core/database.ts';
import { storeMail } from '../../mail/mail-store.ts';
import type { AuthContext } from '../auth-context.ts';
import { composeAuthMail } from '../compose-auth-mail.ts';
import { checkMailFrequency, issueOneTimeToken, makeCode } from '../one-time-tokens.ts';
import type { User } from '../users.ts';

/** Emails a link to an address that the provider hasn't verified. It has no PKCE challenge and leads to the site, as at Supabase. */
export async function mailConfirmation(query: Query, auth: AuthContext, user: User): Promise<void> {
  const redirectTo = auth.settings.siteUrl;
  checkMailFrequency(auth, user, 'confirmation_token');
  const to = user.email ?? '';
  const code = makeCode(auth);
  const token = await issueOneTimeToken(query, { user, kind: 'confirmation_token', email: to, code });
  await storeMail(query, composeAuthMail(auth, { template: 'confirmation', to, user, token, redirectTo }));
}
