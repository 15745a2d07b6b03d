import { z } from 'zod';
import { isRpIdOfSite, isWebAuthnUnset } from '../../../lib/session/passkey-settings.ts';
import { requiresCaptcha } from '../../../lib/supabase/requires-captcha.ts';
import { type Answer, codeOf, textOf } from '../ask.ts';
import { check, type Group } from '../check.ts';
import type { Question } from '../context.ts';
import { authSettings } from './project.ts';

const providers = 'Authentication > Sign In / Providers';

/** A malformed sign-in, which is refused in any case. Sent with the secret key, for which Auth requires no captcha. */
const malformedSolana: Question<Answer> = async ({ know, fetchAuthAsServer }) =>
  (await know(authSettings)) &&
  fetchAuthAsServer('/token?grant_type=web3', {
    body: { chain: 'solana', message: 'none', signature: 'none' },
  });

const oauthClients: Question<Answer> = async ({ know, fetchAuthAsServer }) =>
  (await know(authSettings)) && fetchAuthAsServer('/admin/oauth/clients');

export const signInMethods: Group = {
  name: 'Sign-in methods',
  checks: [
    check({
      id: 'sign-in-methods.email',
      ask: authSettings,
      right: 'People can sign in by email.',
      when: ({ external }) => external.email !== true,
      warning: 'Signing in by email is off.',
      why: "Passwords, emailed codes and links are not offered, and people who have only those can't sign in.",
      dashboard: `${providers} > Email > Enable Email provider: on`,
      config: 'auth.email.enabled = true',
      selfHosted: 'GOTRUE_EXTERNAL_EMAIL_ENABLED=true',
    }),
    check({
      id: 'sign-in-methods.confirm-email',
      ask: authSettings,
      right: 'Emails are confirmed.',
      when: (settings) => settings.mailer_autoconfirm,
      problem: 'Emails are not confirmed.',
      why: "Anyone can create an account with someone else's email.",
      dashboard: `${providers} > Confirm email: on`,
      config: 'auth.email.enable_confirmations = true',
      selfHosted: 'GOTRUE_MAILER_AUTOCONFIRM=false',
    }),
    check({
      id: 'sign-in-methods.sign-up',
      ask: authSettings,
      right: 'People can sign up.',
      when: (settings) => settings.disable_signup,
      warning: 'Sign-up is off.',
      why: 'Only existing accounts can sign in. Ignore this if you want that.',
      dashboard: `${providers} > Allow new users to sign up: on`,
      config: 'auth.enable_signup = true',
      selfHosted: 'GOTRUE_DISABLE_SIGNUP=false',
    }),
    check({
      id: 'sign-in-methods.anonymous',
      ask: authSettings,
      right: 'Anonymous sign-ins are off.',
      when: ({ external }) => external.anonymous_users === true,
      warning: 'Anonymous sign-ins are on.',
      why: "This site doesn't use them, and anyone can fill the project with accounts.",
      dashboard: `${providers} > Allow anonymous sign-ins: off`,
      config: 'auth.enable_anonymous_sign_ins = false',
      selfHosted: 'GOTRUE_EXTERNAL_ANONYMOUS_USERS_ENABLED=false',
    }),
    check({
      id: 'sign-in-methods.phone',
      ask: authSettings,
      right: 'Signing in by phone is off.',
      when: ({ external }) => external.phone === true,
      warning: 'Signing in by phone is on.',
      why: 'This site does not offer it. Sign-ups directly at Auth cost you a text message each.',
      dashboard: `${providers} > Phone > Enable Phone provider: off`,
      config: 'auth.sms.enable_signup = false',
      selfHosted: 'GOTRUE_EXTERNAL_PHONE_ENABLED=false',
    }),
    check({
      id: 'sign-in-methods.solana',
      ask: malformedSolana,
      right: 'People can sign in with a Solana wallet.',
      when: (answer) => codeOf(answer) === 'web3_provider_disabled',
      warning: 'Signing in with a Solana wallet is off.',
      why: '“Sign in with Solana” fails for new people and for accounts without an email.',
      dashboard: `${providers} > Web3 Wallet > Enable Sign in with Solana: on`,
      config: 'auth.web3.solana.enabled = true',
      selfHosted: 'GOTRUE_EXTERNAL_WEB3_SOLANA_ENABLED=true',
    }),
    check({
      id: 'sign-in-methods.oauth-server',
      ask: oauthClients,
      right: "Supabase's own OAuth server is off.",
      // 404 if off. If on, the list of clients, or `{}`.
      when: ({ status, body }) => status === 200 && typeof body === 'object' && body !== null,
      warning: "Supabase's own OAuth server is on.",
      why: "Apps can get tokens there with all rights of a person at Auth and without consent to share wallets. This site has its own provider and accepts no such app's token.",
      dashboard: 'Authentication > OAuth Server > Enable the Supabase OAuth Server: off',
      config: 'auth.oauth_server.enabled = false',
      selfHosted: 'GOTRUE_OAUTH_SERVER_ENABLED=false',
    }),
  ],
};

/** Affects no account and sends no email. `isOn` is null if Auth's answer doesn't show it. */
const captchaAtAuth: Question<{ isOn: boolean | null; isShown: boolean }> = async ({ environment }) => {
  const { supabaseUrl, supabasePublishableKey: publishableKey } = environment;
  const isOn = await requiresCaptcha({ supabaseUrl, publishableKey }, (input, init) =>
    fetch(input, { ...init, signal: AbortSignal.timeout(5_000) }),
  );
  return { isOn, isShown: environment.captcha !== null };
};

const captchaSetting = 'Authentication > Attack Protection > Enable Captcha protection';

export const captcha: Group = {
  name: 'Captcha',
  checks: [
    check({
      id: 'captcha',
      ask: captchaAtAuth,
      right: ({ isOn }, { environment }) =>
        isOn
          ? `The project requires a captcha, and this site shows one from ${environment.captcha?.provider}.`
          : 'The project requires no captcha.',
      wrong: [
        {
          when: ({ isOn }) => isOn === null,
          unknown: 'Auth did not say whether the project requires a captcha.',
          fix: "Run the doctor again. If it remains, check Auth's log.",
        },
        {
          when: ({ isOn, isShown }) => isOn === true && !isShown,
          problem: 'The project requires a captcha, but this site shows none.',
          why: 'Auth refuses sign-ins, sign-ups and emails.',
          fix: 'Set both variables to the values in the Dashboard, or turn the captcha off.',
          dashboard: `${captchaSetting}: off`,
          config: 'auth.captcha.enabled = false',
          selfHosted: 'GOTRUE_SECURITY_CAPTCHA_ENABLED=false',
          site: 'CAPTCHA_PROVIDER (turnstile or hcaptcha), CAPTCHA_SITE_KEY',
        },
        {
          when: ({ isOn, isShown }) => !isOn && isShown,
          warning: 'This site shows a captcha that the project does not require.',
          why: 'It protects nothing.',
          fix: 'Turn it on in the project, or remove both variables.',
          dashboard: `${captchaSetting}: on`,
          site: 'CAPTCHA_PROVIDER, CAPTCHA_SITE_KEY',
        },
      ],
    }),
  ],
};

const Options = z.object({ options: z.object({ rpId: z.string() }) });

/** `rpId` is empty if Auth has none or no origins, and null if it didn't say. */
type RelyingParty = { status: number; rpId: string | null };

/** Uses one of the 30 challenges that Auth allows an IP in five minutes; with the secret key, for which it requires no captcha. */
const relyingParty: Question<RelyingParty> = async ({ know, fetchAuthAsServer }) => {
  if (!(await know(authSettings))?.passkeys_enabled) return null;
  const answer = await fetchAuthAsServer('/passkeys/authentication/options', { body: {} });
  const { status, body } = answer;
  if (isWebAuthnUnset(textOf(answer, 'message') || textOf(answer, 'msg'))) return { status, rpId: '' };
  return { status, rpId: Options.safeParse(body).data?.options.rpId ?? null };
};

/** Whether the database may read Auth's table of passkeys. Null with an older schema, which another check reports. */
const readablePasskeys: Question<boolean> = async ({ know, callFunction }) => {
  if (!(await know(authSettings))?.passkeys_enabled) return null;
  const { status, body } = await callFunction('can_read_passkeys');
  return status === 200 ? body !== false : null;
};

export const passkeys: Group = {
  name: 'Passkeys',
  checks: [
    check({
      id: 'passkeys.on',
      ask: authSettings,
      when: (settings) => settings.passkeys_enabled !== true,
      warning: 'Passkeys are off, or this version of Auth has none.',
      why: "They are not offered, and existing ones don't work.",
      dashboard: 'Authentication > Passkeys > Enable Passkey authentication: on',
      config: 'auth.passkey.enabled = true, which config push does not send',
      selfHosted: 'GOTRUE_PASSKEY_ENABLED=true',
    }),
    check({
      id: 'passkeys.rp-id',
      ask: relyingParty,
      right: ({ rpId }) => `Passkeys are on, for ${rpId}.`,
      wrong: [
        {
          when: ({ rpId }) => rpId === null,
          unknown: ({ status }) => `Auth refused to start a passkey sign-in (status ${status}).`,
          fix: "If it is 429, its limit is reached: run the doctor again in five minutes. Otherwise check Auth's log.",
        },
        {
          when: ({ rpId }, { environment }) => !isRpIdOfSite(rpId ?? '', environment.siteUrl),
          problem: ({ rpId }, { environment }) =>
            `Passkeys are for ${rpId || 'no Relying Party ID, or no origins'}, but SITE_URL is ${environment.siteUrl}.`,
          why: 'Passkeys are not offered: no browser would accept one here.',
          fix: 'Fix it before anyone has a passkey: passkeys for another ID stop working.',
          dashboard:
            'Authentication > Passkeys > Relying Party ID: the host of SITE_URL; Relying Party Origins: SITE_URL',
          config: 'auth.webauthn.rp_id and rp_origins, which config push does not send',
          selfHosted: 'GOTRUE_WEBAUTHN_RP_ID, GOTRUE_WEBAUTHN_RP_ORIGINS',
          comparesSiteUrl: true,
        },
      ],
    }),
    check({
      id: 'passkeys.readable',
      ask: readablePasskeys,
      when: (isReadable) => !isReadable,
      problem: 'The database may not read auth.webauthn_credentials.',
      why: "Passkeys can't be distinguished, so none are offered.",
      fix: "As the table's owner (supabase_auth_admin) or a superuser: grant select on auth.webauthn_credentials to postgres. On a hosted project, contact Supabase.",
    }),
  ],
};
