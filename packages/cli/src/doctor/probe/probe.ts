import { codeOf, textOf } from '../ask.ts';
import type { Check, Context } from '../context.ts';
import { type Finding, ok, problem, unknown } from '../finding.ts';
import { settings } from '../settings.ts';
import { withThrowAwayAccount } from '../throw-away-account.ts';
import { checkLinks } from './links.ts';
import { checkPasswords } from './passwords.ts';
import { checkRefreshes } from './refreshes.ts';
import { checkToken } from './token.ts';

/** What shows by trying only: with an account that nobody has, by the secret key, without a mail. */
export const probe: Check = {
  name: 'Tried with a throw-away account',
  async run(project, context) {
    if (!context.options.probe) return [untried];
    const tried = await withThrowAwayAccount(project, context, null, async (account) =>
      tryOut(context, account),
    );
    if ('findings' in tried) return tried.findings;
    const code = codeOf(tried.refused);
    if (tried.refused.status === 401 || tried.refused.status === 403)
      return [
        unknown('probe.account', 'Auth lets this key make no account, so that nothing could be tried.'),
      ];
    return [
      problem(
        'probe.account',
        `Auth could not make an account (status ${tried.refused.status}${code && `, ${code}`}).`,
        {
          why: 'If it is a failure of the database, no new person gets in either.',
          fix: 'Look at the log of Auth: a trigger on auth.users that fails is the usual reason.',
        },
      ),
    ];
  },
};

const untried = unknown(
  'probe',
  'Length of codes, Site URL, Redirect URLs, two-step sign-in, manual linking, passwords, tokens and their refreshing.',
  { fix: '--probe tries them with an account that it removes again. No mail is sent.' },
);

async function tryOut(context: Context, { id, email }: { id: string; email: string }): Promise<Finding[]> {
  const links = await checkLinks(context, email);
  const session = await signIn(context, links.tokenHash);
  if (!session)
    return [
      ...links.findings,
      problem('probe.sign-in', 'The link of a mail signs nobody in.', {
        why: 'Nobody gets in by a mailed link or code.',
        fix: 'Look at the log of Auth: a hook or a trigger that fails is the usual reason.',
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
    why: 'Nobody can protect their account with an authenticator app.',
    setting: settings.totp,
  });
}

async function checkManualLinking(context: Context, accessToken: string): Promise<Finding> {
  // Of a provider that there is none of: it gets past the switch, and no further.
  const answer = await context.askAuth('/user/identities/authorize?provider=none&skip_http_redirect=true', {
    accessToken,
  });
  return codeOf(answer) === 'manual_linking_disabled'
    ? problem('probe.manual-linking', 'Manual linking is off.', {
        why: 'Nobody can add or remove a provider or a wallet to sign in with: /account says that it is off.',
        setting: settings.manualLinking,
      })
    : ok('probe.manual-linking', 'People can add and remove ways to sign in.');
}
