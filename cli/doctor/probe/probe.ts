import { codeOf, textOf } from '../ask.ts';
import type { Check, Context } from '../context.ts';
import { type Finding, ok, problem, unknown } from '../finding.ts';
import { settings } from '../settings.ts';
import { withThrowAwayAccount } from '../throw-away-account.ts';
import { checkLinks } from './links.ts';
import { checkPasswords } from './passwords.ts';
import { checkRefreshes } from './refreshes.ts';
import { checkToken } from './token.ts';

/** Checks that need an account: creates a temporary one with the secret key and sends no mail. */
export const probe: Check = {
  name: 'Tests with a temporary account',
  async run(project, context) {
    if (!context.options.probe) return [untried];
    const tried = await withThrowAwayAccount(project, context, null, async (account) =>
      tryOut(context, account),
    );
    if ('findings' in tried) return tried.findings;
    const code = codeOf(tried.refused);
    if (tried.refused.status === 401 || tried.refused.status === 403)
      return [unknown('probe.account', 'The key may not create an account, so nothing was tested.')];
    return [
      problem(
        'probe.account',
        `Auth could not create an account (status ${tried.refused.status}${code && `, ${code}`}).`,
        {
          why: 'Sign-up probably fails too.',
          fix: "Check Auth's log: the usual cause is a failing trigger on auth.users.",
        },
      ),
    ];
  },
};

const untried = unknown(
  'probe',
  'Code length, Site URL, Redirect URLs, two-step sign-in, manual linking, passwords, tokens and refreshes.',
  { fix: '--probe tests them with a temporary account, which it deletes. It sends no email.' },
);

async function tryOut(context: Context, { id, email }: { id: string; email: string }): Promise<Finding[]> {
  const links = await checkLinks(context, email);
  const session = await signIn(context, links.tokenHash);
  if (!session)
    return [
      ...links.findings,
      problem('probe.sign-in', "A mailed link doesn't sign in.", {
        why: 'Nobody can sign in by a mailed link or code.',
        fix: "Check Auth's log: the usual cause is a failing hook or trigger.",
      }),
    ];
  return [
    ...links.findings,
    ...checkToken(session.accessToken, context.environment.jwtIssuer),
    await checkTotp(context, session.accessToken),
    await checkManualLinking(context, session.accessToken),
    ...(await checkRefreshes(context, session.refreshToken)),
    // Last: it may end the session.
    ...(await checkPasswords(context, id)),
  ];
}

type Session = { accessToken: string; refreshToken: string };

async function signIn(context: Context, tokenHash: string): Promise<Session | null> {
  const answer = await context.askAuth('/verify', { body: { type: 'magiclink', token_hash: tokenHash } });
  const accessToken = textOf(answer, 'access_token');
  return accessToken === '' ? null : { accessToken, refreshToken: textOf(answer, 'refresh_token') };
}

async function checkTotp(context: Context, accessToken: string): Promise<Finding> {
  const answer = await context.askAuth('/factors', {
    accessToken,
    body: { factor_type: 'totp', friendly_name: 'Doctor', issuer: 'Doctor' },
  });
  if (answer.status === 200) return ok('probe.totp', 'People can set up two-step sign-in.');
  return problem('probe.totp', `Two-step sign-in can't be set up (${codeOf(answer) || answer.status}).`, {
    why: "People can't add an authenticator app.",
    setting: settings.totp,
  });
}

async function checkManualLinking(context: Context, accessToken: string): Promise<Finding> {
  // An unknown provider fails only after the check for manual linking.
  const answer = await context.askAuth('/user/identities/authorize?provider=none&skip_http_redirect=true', {
    accessToken,
  });
  return codeOf(answer) === 'manual_linking_disabled'
    ? problem('probe.manual-linking', 'Manual linking is off.', {
        why: "People can't add or remove sign-in methods on /account.",
        setting: settings.manualLinking,
      })
    : ok('probe.manual-linking', 'People can add and remove sign-in methods.');
}
