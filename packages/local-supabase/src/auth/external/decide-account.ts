import type { Query } from '../../core/database.ts';
import { AuthError } from '../auth-error.ts';
import { findIdentity, type Identity } from '../identities.ts';
import type { ProvidedEmail } from '../oauth/provider.ts';
import { findUserByEmail, findUserById, type User } from '../users.ts';

/** Which account a provider's identity belongs to. `email` is the address for a new account. */
export type AccountDecision =
  | { kind: 'known'; user: User; identity: Identity; email: ProvidedEmail }
  | { kind: 'link'; user: User; email: ProvidedEmail }
  | { kind: 'create'; email: ProvidedEmail };

interface ProvidedIdentity {
  provider: string;
  providerId: string;
  emails: ProvidedEmail[];
}

const noEmail: ProvidedEmail = { email: '', isVerified: false, isPrimary: false };

/**
 * Supabase's rules. A known identity selects its account. Otherwise an address that the provider has verified selects the
 * one account that has it. Otherwise a new account is created, without the address if another account has it.
 * Throws AuthError 500 if the addresses belong to several accounts.
 */
export async function decideAccount(query: Query, provided: ProvidedIdentity): Promise<AccountDecision> {
  const primary = provided.emails.findLast(({ isPrimary }) => isPrimary) ?? noEmail;
  const email = { ...primary, email: primary.email.toLowerCase() };
  const identity = await findIdentity(query, provided);
  const owner = identity && (await findUserById(query, identity.user_id));
  if (identity && owner) return { kind: 'known', user: owner, identity, email };

  const verified = provided.emails
    .filter(({ isVerified }) => isVerified)
    .map((candidate) => candidate.email.toLowerCase());
  if (verified.length === 0) {
    const isTaken = email.email !== '' && (await findAccounts(query, [email.email])).length > 0;
    return { kind: 'create', email: isTaken ? { ...email, email: '' } : email };
  }
  const [accountId, ...others] = await findAccounts(query, verified);
  if (accountId === undefined) return { kind: 'create', email };
  const user = await findUserById(query, accountId);
  if (others.length > 0 || !user) {
    throw new AuthError(
      500,
      'unexpected_failure',
      'Multiple accounts with the same email address in the same linking domain detected: default',
    );
  }
  return { kind: 'link', user, email };
}

/** IDs of accounts whose identities have one of the addresses, or else of accounts with such an address themselves. */
async function findAccounts(query: Query, emails: string[]): Promise<string[]> {
  const byIdentity = await query<{ user_id: string }>(
    'select distinct user_id from auth.identities where email = any ($1)',
    [emails],
  );
  if (byIdentity.length > 0) return byIdentity.map((row) => row.user_id);
  const users = await Promise.all(emails.map((email) => findUserByEmail(query, email)));
  return [...new Set(users.flatMap((user) => (user ? [user.id] : [])))];
}
