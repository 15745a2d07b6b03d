import { codeOf } from '../ask.ts';
import type { Check, Context } from '../context.ts';
import { type Finding, ok, problem, warning } from '../finding.ts';
import { settings } from '../settings.ts';
import { type AuthSettings, readAuthSettings } from './read-auth-settings.ts';

/** Which ways to sign in the project has, as Auth tells anybody. */
export const waysIn: Check = {
  name: 'Ways to sign in',
  async run(_project, context) {
    const told = await readAuthSettings(context);
    if (!told) return [];
    return [...judgeSettings(told), await checkSolana(context), await checkOAuthServer(context)];
  },
};

function judgeSettings(told: AuthSettings): Finding[] {
  const { external } = told;
  const isOn = (name: string) => external[name] === true;
  return [
    isOn('email')
      ? ok('ways-in.email', 'People can sign in by email.')
      : warning('ways-in.email', 'Signing in by email is off.', {
          why: "Passwords, mailed codes and links are not offered, and whoever has only those can't get in.",
          setting: settings.emailProvider,
        }),
    told.mailer_autoconfirm
      ? problem('ways-in.confirm-email', 'New addresses are not confirmed.', {
          why: "Anybody can make an account with somebody else's address.",
          setting: settings.confirmEmail,
        })
      : ok('ways-in.confirm-email', 'New addresses are confirmed by a mail.'),
    told.disable_signup
      ? warning('ways-in.sign-up', 'New accounts are off.', {
          why: 'Only those who have an account can sign in. If that is what you want, all is well.',
          setting: settings.signUp,
        })
      : ok('ways-in.sign-up', 'New people can make an account.'),
    isOn('anonymous_users')
      ? warning('ways-in.anonymous', 'Anonymous sign-ins are on.', {
          why: 'This site has no use for them, and anybody can fill the project with accounts.',
          setting: settings.anonymous,
        })
      : ok('ways-in.anonymous', 'Anonymous sign-ins are off.'),
    isOn('phone')
      ? warning('ways-in.phone', 'Signing in by phone is on.', {
          why: 'This site does not offer it. Whoever signs up so, past this site, costs you a text message each.',
          setting: settings.phone,
        })
      : ok('ways-in.phone', 'Signing in by phone is off.'),
    describeProviders(Object.keys(external).filter((name) => isOn(name) && !noProviders.includes(name))),
  ];
}

const noProviders = ['email', 'phone', 'anonymous_users', 'web3_solana'];

function describeProviders(names: string[]): Finding {
  return ok(
    'ways-in.providers',
    names.length > 0
      ? `Providers that are on: ${names.join(', ')}.`
      : 'No provider like GitHub or Google is on.',
  );
}

/** Nonsense: it is refused before anything happens, by a switch that is off or by what it says. As this server, which Auth asks for no captcha. */
async function checkSolana(context: Context): Promise<Finding> {
  const answer = await context.askAuthAsServer('/token?grant_type=web3', {
    body: { chain: 'solana', message: 'none', signature: 'none' },
  });
  return codeOf(answer) === 'web3_provider_disabled'
    ? warning('ways-in.solana', 'Signing in with a Solana wallet is off.', {
        why: '“Sign in with Solana” is refused for whoever has no account yet, and on an account without an email.',
        setting: settings.solana,
      })
    : ok('ways-in.solana', 'People can sign in with a Solana wallet.');
}

async function checkOAuthServer(context: Context): Promise<Finding> {
  const answer = await context.askAuthAsServer('/admin/oauth/clients');
  // Off, it is a 404. On, it lists its clients, and says `{}` where there are none.
  const isOn = answer.status === 200 && typeof answer.body === 'object' && answer.body !== null;
  return isOn
    ? warning('ways-in.oauth-server', "Supabase's own OAuth server is on.", {
        why: 'Apps get tokens there past this site, with all that Auth lets a person do, and nobody is asked about wallets. This site has a provider of its own, and takes no token of such an app.',
        setting: settings.oauthServer,
      })
    : ok('ways-in.oauth-server', "Supabase's own OAuth server is off.");
}
