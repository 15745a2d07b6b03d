import { randomBytes } from 'node:crypto';
import { type Answer, codeOf, readClaims, reasonOf, textOf } from './ask.ts';
import type { Context, Question } from './context.ts';
import { withThrowAwayAccount } from './throw-away-account.ts';

export type Trial = {
  /** Auth's redirect of a link without a target. `redirect` has the site's callback as its target, `code` is that link's code. */
  siteUrl: string;
  redirect: string;
  code: string;
  /** What Auth did with the account's session; null if the link did not sign in. */
  session: {
    claims: Record<string, unknown>;
    totp: Answer;
    canLink: boolean;
    refresh: Answer;
    /** A refresh token used again within seconds; null if it could not be refreshed once. */
    reuse: Answer | null;
    /** Auth's rule for passwords, after "The project"; null if its answers don't say. */
    passwordRule: string | null;
  } | null;
};

type Tried = { refused: string | null; trial: Trial | null; leftBehind: string | null };

/** With --probe, tests Auth with a temporary account, which is created with the secret key. Sends no email. */
export const tryAccount: Question<Tried> = async (context) => {
  if (!context.options.probe) return null;
  const { value, refused, leftBehind } = await withThrowAwayAccount(context, null, async ({ id, email }) => {
    const makeLink = (redirectTo?: string) =>
      context.fetchAuthAsServer('/admin/generate_link', {
        body: { type: 'magiclink', email, ...(redirectTo && { redirect_to: redirectTo }) },
      });
    const plain = await makeLink();
    const link = await makeLink(callbackOf(context));
    return {
      siteUrl: textOf(plain, 'redirect_to').replace(/\/$/, ''),
      redirect: textOf(link, 'redirect_to'),
      code: textOf(link, 'email_otp'),
      session: await trySession(context, id, textOf(link, 'hashed_token')),
    };
  });
  return { refused: refused && reasonOf(refused), trial: value, leftBehind };
};

export const callbackOf = ({ environment }: Context) => `${environment.siteUrl}/auth/callback`;

async function trySession(context: Context, userId: string, tokenHash: string): Promise<Trial['session']> {
  const { fetchAuth } = context;
  const signedIn = await fetchAuth('/verify', { body: { type: 'magiclink', token_hash: tokenHash } });
  const accessToken = textOf(signedIn, 'access_token');
  if (accessToken === '') return null;
  const refreshWith = (token: string) =>
    fetchAuth('/token?grant_type=refresh_token', { body: { refresh_token: token } });
  const totp = await fetchAuth('/factors', {
    accessToken,
    body: { factor_type: 'totp', friendly_name: 'Doctor', issuer: 'Doctor' },
  });
  // An unknown provider fails only after the check for manual linking.
  const linking = await fetchAuth('/user/identities/authorize?provider=none&skip_http_redirect=true', {
    accessToken,
  });
  const first = textOf(signedIn, 'refresh_token');
  const refresh = await refreshWith(first);
  // Auth always accepts the token just before the newest, so refresh again first.
  if (refresh.status === 200) await refreshWith(textOf(refresh, 'refresh_token'));
  const reuse = refresh.status === 200 ? await refreshWith(first) : null;
  return {
    claims: readClaims(accessToken),
    totp,
    canLink: codeOf(linking) !== 'manual_linking_disabled',
    refresh,
    reuse,
    // Last: a new password may end the session.
    passwordRule: await findPasswordRule(context, userId),
  };
}

async function findPasswordRule(context: Context, userId: string): Promise<string | null> {
  const random = randomBytes(8).toString('hex');
  // Every kind of character, so that only the length is wrong.
  const short = await setPassword(context, userId, `Aa1!${random.slice(0, 3)}`);
  if (short === 'taken') return 'accepts passwords of fewer than 8 characters';
  if (short !== 'length') return null;
  const plain = await setPassword(context, userId, random.replace(/\d/g, 'q').slice(0, 8));
  const rules = {
    taken: 'requires 8 characters of any kind',
    length: 'requires passwords of more than 8 characters',
    kind: 'requires certain kinds of characters in passwords',
    failed: null,
  } as const;
  return rules[plain];
}

async function setPassword({ fetchAuthAsServer }: Context, userId: string, password: string) {
  const answer = await fetchAuthAsServer(`/admin/users/${userId}`, { method: 'PUT', body: { password } });
  if (answer.status === 200) return 'taken';
  if (codeOf(answer) !== 'weak_password') return 'failed';
  const { weak_password } = answer.body as { weak_password?: { reasons?: unknown } };
  const isLong = Array.isArray(weak_password?.reasons) && !weak_password.reasons.includes('length');
  return isLong ? 'kind' : 'length';
}
