import 'server-only';
import { z } from 'zod';
import { Email } from '../../forms/auth-schemas.ts';
import { ownCookie, stepCookie } from '../../http/own-cookie.ts';
import { Provider } from '../../session/sign-in-method.ts';
import { hashAccount } from '../../session/viewer.ts';

/** The email that the visitor typed. Survives a reload and the back button while they enter its code or password. */
const EmailStep = z.object({
  email: Email,
  mailed: z.enum(['sign-in', 'reset']).optional(),
  /** Whether the code creates an account for a new address. The same for every address. */
  opensAccount: z.boolean().optional(),
});
export type EmailStep = z.infer<typeof EmailStep>;

/** Lives as long as an emailed code. */
export const emailCookie = stepCookie({ name: 'email-step', schema: EmailStep, lifeInSeconds: 60 * 60 });

export function isSameEmail(one: string | undefined, other: string | undefined): boolean {
  return one !== undefined && one.toLowerCase() === other?.toLowerCase();
}

const LastMethod = z.enum(['password', 'code', 'wallet', 'passkey', ...Provider.options]);
export type LastMethod = z.infer<typeof LastMethod>;

/** Contains the method, and neither address nor account. */
const methodCookie = ownCookie('last-method');

export function rememberLastMethod(method: LastMethod): Promise<void> {
  return methodCookie.write(method);
}

/** Stops offering a method that no longer signs in. */
export async function forgetLastMethod(method: LastMethod): Promise<void> {
  if ((await readLastMethod()) === method) await methodCookie.clear();
}

export async function readLastMethod(): Promise<LastMethod | null> {
  return LastMethod.nullable()
    .catch(null)
    .parse(await methodCookie.read());
}

/** `new`: a code or link has just confirmed the account. `known`: a sign-up by password found an account of its email. */
type AccountNote = 'new' | 'known';

/** Contains the account's hash, which gives no access to it. */
const noteCookie = ownCookie('account-note');
const noteLifeInSeconds = 2 * 60;

export function noteAccount(userId: string, note: AccountNote): Promise<void> {
  return noteCookie.write(`${note}.${hashAccount(userId)}`, noteLifeInSeconds);
}

/** @returns null unless this browser used a code or link of this account within the last two minutes. */
export async function readAccountNote(userId: string): Promise<AccountNote | null> {
  const [note, account] = (await noteCookie.read())?.split('.') ?? [];
  const isNote = note === 'new' || note === 'known';
  return isNote && account === hashAccount(userId) ? note : null;
}
