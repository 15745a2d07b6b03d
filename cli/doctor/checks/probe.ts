import { reasonOf } from '../ask.ts';
import { check, type Group } from '../check.ts';
import type { Question } from '../context.ts';
import { callbackOf, type Trial, tryAccount } from '../try-account.ts';
import { issuerCheck } from './project.ts';

const trial: Question<Trial> = async ({ know }) => (await know(tryAccount))?.trial ?? null;

type Session = NonNullable<Trial['session']>;
const session: Question<Session> = async ({ know }) => (await know(trial))?.session ?? null;
const claims: Question<Session['claims']> = async ({ know }) => (await know(session))?.claims ?? null;

const tokenLife = {
  dashboard: 'Project Settings > JWT Keys > Access token expiry time: 3600',
  config: 'auth.jwt_expiry = 3600',
  selfHosted: 'GOTRUE_JWT_EXP=3600',
};

const digits = 6;
/** Seconds. This site refreshes 90 seconds before the end, so shorter tokens would be refreshed constantly. */
const shortest = 300;
/** Seconds. Longer tokens keep working at Auth for too long after their session ended. */
const longest = 86_400;

const lifeOf = ({ exp, iat }: Session['claims']) => Number(exp) - Number(iat);

export const probe: Group = {
  name: 'Tests with a temporary account',
  checks: [
    check({
      id: 'probe',
      when: (_, { options }) => !options.probe,
      unknown:
        'Code length, Site URL, Redirect URLs, two-step sign-in, manual linking, passwords, tokens and refreshes.',
      fix: '--probe tests them with a temporary account, which it deletes. It sends no email.',
    }),
    check({
      id: 'probe.account',
      ask: tryAccount,
      when: ({ refused }) => refused !== null,
      problem: ({ refused }) => `Auth could not create an account (${refused}), so nothing was tested.`,
      why: 'Sign-up probably fails too.',
      fix: "If the secret key is right, check Auth's log: the usual cause is a failing trigger on auth.users.",
    }),
    check({
      id: 'probe.removed',
      ask: tryAccount,
      when: ({ leftBehind }) => leftBehind !== null,
      problem: ({ leftBehind }) => leftBehind ?? '',
    }),
    check({
      id: 'probe.site-url',
      ask: trial,
      right: ({ siteUrl }) => `The project's Site URL is ${siteUrl}.`,
      when: ({ siteUrl }, { environment }) => siteUrl !== environment.siteUrl,
      problem: ({ siteUrl }, { environment }) =>
        `The project's Site URL is ${siteUrl || 'empty'}, but SITE_URL is ${environment.siteUrl}.`,
      why: 'Links in emails point to the wrong site.',
      dashboard: 'Authentication > URL Configuration > Site URL: the address in SITE_URL',
      config: 'auth.site_url',
      selfHosted: 'GOTRUE_SITE_URL',
      comparesSiteUrl: true,
    }),
    check({
      id: 'probe.redirects',
      ask: trial,
      right: 'Auth redirects people back to this site.',
      when: ({ redirect }, context) => redirect !== callbackOf(context),
      problem: (_, context) => `Auth does not redirect to ${callbackOf(context)}.`,
      why: "OAuth sign-ins don't return to this site, and emailed links lose the page people came from.",
      dashboard: 'Authentication > URL Configuration > Redirect URLs: SITE_URL with /**',
      config: 'auth.additional_redirect_urls',
      selfHosted: 'GOTRUE_URI_ALLOW_LIST',
      comparesSiteUrl: true,
    }),
    check({
      id: 'probe.code-length',
      ask: trial,
      right: 'Codes have six digits.',
      when: ({ code }) => code.length !== digits,
      problem: ({ code }) => `Codes have ${code.length} digits, but this site expects six.`,
      why: "Emailed codes can't be entered.",
      dashboard: 'Authentication > Sign In / Providers > Email > Email OTP Length: 6',
      config: 'auth.email.otp_length = 6',
      selfHosted: 'GOTRUE_MAILER_OTP_LENGTH=6',
    }),
    check({
      id: 'probe.sign-in',
      ask: trial,
      when: (tried) => tried.session === null,
      problem: "An emailed link doesn't sign in.",
      why: 'Nobody can sign in with an emailed link or code.',
      fix: "Check Auth's log: the usual cause is a failing hook or trigger.",
    }),
    issuerCheck('probe.issuer', async ({ know }) => {
      const told = await know(claims);
      return told && { issuer: told.iss };
    }),
    check({
      id: 'probe.token-life',
      ask: claims,
      right: (told) => `Access tokens are valid for ${lifeOf(told)} s.`,
      wrong: [
        {
          when: (told) => lifeOf(told) < shortest,
          problem: (told) => `Access tokens are valid for ${lifeOf(told)} s.`,
          why: "Every page refreshes its session, which soon exceeds Auth's limit.",
          ...tokenLife,
        },
        {
          when: (told) => lifeOf(told) > longest,
          warning: (told) => `Access tokens are valid for ${lifeOf(told)} s.`,
          why: 'A stolen token works at Auth for that long, although this site ends sessions at once.',
          ...tokenLife,
        },
      ],
    }),
    check({
      id: 'probe.token-role',
      ask: claims,
      when: ({ aud, role }) => aud !== 'authenticated' || role !== 'authenticated',
      problem: 'Tokens have an audience or role other than “authenticated”.',
      why: 'Every sign-in is refused.',
      selfHosted: 'GOTRUE_JWT_AUD=authenticated, GOTRUE_JWT_DEFAULT_GROUP_NAME=authenticated',
    }),
    check({
      id: 'probe.totp',
      ask: session,
      right: 'People can set up two-step sign-in.',
      when: ({ totp }) => totp.status !== 200,
      problem: ({ totp }) => `Two-step sign-in can't be set up (${reasonOf(totp)}).`,
      why: "People can't add an authenticator app.",
      dashboard: 'Authentication > Multi-Factor > TOTP (App Authenticator): Enabled',
      config: 'auth.mfa.totp.enroll_enabled = true, verify_enabled = true',
      selfHosted: 'GOTRUE_MFA_TOTP_ENROLL_ENABLED=true, GOTRUE_MFA_TOTP_VERIFY_ENABLED=true',
    }),
    check({
      id: 'probe.manual-linking',
      ask: session,
      right: 'People can add and remove sign-in methods.',
      when: ({ canLink }) => !canLink,
      problem: 'Manual linking is off.',
      why: "People can't add or remove sign-in methods on /account.",
      dashboard: 'Authentication > Sign In / Providers > Allow manual linking: on',
      config: 'auth.enable_manual_linking = true',
      selfHosted: 'GOTRUE_SECURITY_MANUAL_LINKING_ENABLED=true',
    }),
    check({
      id: 'probe.refresh',
      ask: session,
      when: ({ refresh }) => refresh.status !== 200,
      problem: ({ refresh }) => `A session can't be refreshed (status ${refresh.status}).`,
      why: 'People are signed out when their first token expires.',
      fix: "Check Auth's log.",
    }),
    check({
      id: 'probe.reuse',
      ask: async ({ know }) => (await know(session))?.reuse ?? null,
      right: 'A refresh token can be reused within seconds.',
      when: ({ status }) => status !== 200,
      problem: 'Reusing a refresh token within seconds ends the session.',
      why: 'People with several tabs or a slow network are signed out at random.',
      dashboard: 'Authentication > Sessions > Refresh token reuse interval: 10',
      config: 'auth.refresh_token_reuse_interval = 10',
      selfHosted: 'GOTRUE_SECURITY_REFRESH_TOKEN_REUSE_INTERVAL=10',
    }),
    check({
      id: 'probe.password',
      ask: session,
      right: 'Passwords need 8 characters of any kind.',
      wrong: [
        {
          when: ({ passwordRule }) => passwordRule === null,
          unknown: 'Auth did not say what it requires of passwords.',
          fix: "Check Auth's log.",
        },
        {
          when: ({ passwordRule }) => passwordRule !== 'requires 8 characters of any kind',
          warning: ({ passwordRule }) => `The project ${passwordRule}.`,
          why: 'This site says 8 characters of any kind. Weaker passwords set directly at Auth work here too; stricter rules refuse one only when it is submitted.',
          dashboard:
            'Authentication > Sign In / Providers > Email > Minimum password length: 8; Password Requirements: no required characters',
          config: 'auth.minimum_password_length = 8, auth.password_requirements = ""',
          selfHosted: 'GOTRUE_PASSWORD_MIN_LENGTH=8; GOTRUE_PASSWORD_REQUIRED_CHARACTERS, not set',
        },
      ],
    }),
  ],
};
