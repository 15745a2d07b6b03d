import { codeOf } from '../ask.ts';
import type { Check, Context } from '../context.ts';
import { type Finding, ok, problem, warning } from '../finding.ts';
import { settings } from '../settings.ts';
import { type AuthSettings, readAuthSettings } from './read-auth-settings.ts';

export const signInMethods: Check = {
  name: 'Sign-in methods',
  async run(_project, context) {
    const given = await readAuthSettings(context);
    if (!given) return [];
    return [...judgeSettings(given), await checkSolana(context), await checkOAuthServer(context)];
  },
};

function judgeSettings(given: AuthSettings): Finding[] {
  const { external } = given;
  const isOn = (name: string) => external[name] === true;
  return [
    isOn('email')
      ? ok('sign-in-methods.email', 'People can sign in by email.')
      : warning('sign-in-methods.email', 'Signing in by email is off.', {
          why: "Passwords, mailed codes and links are not offered, and people who have only those can't sign in.",
          setting: settings.emailProvider,
        }),
    given.mailer_autoconfirm
      ? problem('sign-in-methods.confirm-email', 'Emails are not confirmed.', {
          why: "Anyone can create an account with someone else's email.",
          setting: settings.confirmEmail,
        })
      : ok('sign-in-methods.confirm-email', 'Emails are confirmed.'),
    given.disable_signup
      ? warning('sign-in-methods.sign-up', 'Sign-up is off.', {
          why: 'Only existing accounts can sign in. Ignore this if you want that.',
          setting: settings.signUp,
        })
      : ok('sign-in-methods.sign-up', 'People can sign up.'),
    isOn('anonymous_users')
      ? warning('sign-in-methods.anonymous', 'Anonymous sign-ins are on.', {
          why: "This site doesn't use them, and anyone can fill the project with accounts.",
          setting: settings.anonymous,
        })
      : ok('sign-in-methods.anonymous', 'Anonymous sign-ins are off.'),
    isOn('phone')
      ? warning('sign-in-methods.phone', 'Signing in by phone is on.', {
          why: 'This site does not offer it. Sign-ups directly at Auth cost you a text message each.',
          setting: settings.phone,
        })
      : ok('sign-in-methods.phone', 'Signing in by phone is off.'),
    describeProviders(Object.keys(external).filter((name) => isOn(name) && !noProviders.includes(name))),
  ];
}

const noProviders = ['email', 'phone', 'anonymous_users', 'web3_solana'];

function describeProviders(names: string[]): Finding {
  return ok(
    'sign-in-methods.providers',
    names.length > 0
      ? `OAuth providers that are on: ${names.join(', ')}.`
      : 'No OAuth provider, such as GitHub or Google, is on.',
  );
}

/** Sends a malformed sign-in, which is refused in any case. Uses the secret key, for which Auth requires no captcha. */
async function checkSolana(context: Context): Promise<Finding> {
  const answer = await context.askAuthAsServer('/token?grant_type=web3', {
    body: { chain: 'solana', message: 'none', signature: 'none' },
  });
  return codeOf(answer) === 'web3_provider_disabled'
    ? warning('sign-in-methods.solana', 'Signing in with a Solana wallet is off.', {
        why: '“Sign in with Solana” fails for new people and for accounts without an email.',
        setting: settings.solana,
      })
    : ok('sign-in-methods.solana', 'People can sign in with a Solana wallet.');
}

async function checkOAuthServer(context: Context): Promise<Finding> {
  const answer = await context.askAuthAsServer('/admin/oauth/clients');
  // 404 if off. If on, the list of clients, or `{}`.
  const isOn = answer.status === 200 && typeof answer.body === 'object' && answer.body !== null;
  return isOn
    ? warning('sign-in-methods.oauth-server', "Supabase's own OAuth server is on.", {
        why: "Apps can get tokens there with all rights of a person at Auth and without consent to share wallets. This site has its own provider and accepts no such app's token.",
        setting: settings.oauthServer,
      })
    : ok('sign-in-methods.oauth-server', "Supabase's own OAuth server is off.");
}
