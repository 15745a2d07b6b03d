import { z } from 'zod';
import { shortenEmail } from '../../lib/shorten.ts';

/** Times are ISO 8601. */
export const FoundAccount = z.object({
  id: z.uuid(),
  /** Null if its owner never signed in here. */
  code: z.string().nullable(),
  display_name: z.string().nullable(),
  email: z.string().nullable(),
  is_email_confirmed: z.boolean(),
  /** Whether the owner can receive email. */
  is_mailed: z.boolean(),
  created_at: z.string(),
  last_sign_in_at: z.string().nullable(),
  is_banned: z.boolean(),
  /** The account is closed, but Auth has not deleted the user yet. */
  is_going: z.boolean(),
  has_password: z.boolean(),
  providers: z.array(z.string()),
  passkeys: z.number(),
  authenticators: z.number(),
  recovery_codes: z.number(),
  /** Sign-in methods added outside this site that the owner hasn't confirmed. */
  set_up_elsewhere: z.number(),
  wallets: z.number(),
  apps: z.number(),
  sessions: z.number(),
  last_seen_at: z.string().nullable(),
});
export type FoundAccount = z.infer<typeof FoundAccount>;

/** Shortens the email, which otherwise ends up in tickets and terminal histories. */
export function withShortEmail(account: FoundAccount): FoundAccount {
  return { ...account, email: account.email && shortenEmail(account.email) };
}

const count = (number: number, one: string, many: string) => `${number} ${number === 1 ? one : many}`;
const day = (time: string) => `${time.slice(0, 16).replace('T', ' ')} UTC`;
const utc = (time: string) => day(new Date(time).toISOString());

export function describeAccount(account: FoundAccount): string {
  const states = [
    ...(account.is_going ? ['being deleted'] : []),
    ...(account.is_banned ? ['banned at Supabase Auth'] : []),
    ...(account.code === null ? ['never signed in here'] : []),
  ];
  const signInMethods = [
    ...(account.has_password ? ['password'] : []),
    ...account.providers.map((provider) => (provider === 'web3' ? 'wallet' : provider)),
    ...(account.passkeys > 0 ? [count(account.passkeys, 'passkey', 'passkeys')] : []),
  ];
  const secondFactor =
    account.authenticators > 0
      ? `${count(account.authenticators, 'authenticator', 'authenticators')}, ${count(account.recovery_codes, 'unused recovery code', 'unused recovery codes')}`
      : 'none';
  return [
    `Account ${account.code ?? 'without a code'}${account.display_name ? ` “${account.display_name}”` : ''}${states.length > 0 ? `: ${states.join(', ')}` : ''}`,
    `  ID             ${account.id}`,
    `  Email          ${account.email ? `${account.email}, ${account.is_email_confirmed ? 'confirmed' : 'not confirmed'}` : 'none'}${account.is_mailed ? '' : ', gets no emails'}`,
    `  Created        ${utc(account.created_at)}`,
    `  Last sign-in   ${account.last_sign_in_at ? utc(account.last_sign_in_at) : 'never'}`,
    `  Sessions       ${account.sessions}${account.last_seen_at ? `, last seen ${utc(account.last_seen_at)}` : ''}`,
    `  Sign-in        ${signInMethods.join(', ') || (account.email ? 'emailed code' : 'none')}`,
    `  Second factor  ${secondFactor}`,
    `  Wallets, apps  ${count(account.wallets, 'proven wallet', 'proven wallets')}, ${count(account.apps, 'app', 'apps')}`,
    ...(account.set_up_elsewhere > 0
      ? [
          `  Note           ${count(account.set_up_elsewhere, 'sign-in method was', 'sign-in methods were')} added outside this site`,
        ]
      : []),
  ].join('\n');
}
