import 'server-only';
import { z } from 'zod';
import { cachedQuery } from '../cached-query.ts';
import { environment } from '../env.ts';
import { logWarning } from '../log/log.ts';
import { fail, type Result } from '../result.ts';
import { fetchAuth } from './fetch-auth.ts';
import { fetchBackend } from './fetch-backend.ts';
import { requiresCaptcha } from './requires-captcha.ts';

const freshForInMilliseconds = 60_000;
/** While Auth is down, one page waits for it in this time. Failed requests count against Auth's own limits. */
const pauseAfterFailureInMilliseconds = 10_000;

const Settings = z.object({
  external: z.record(z.string(), z.unknown()),
  disable_signup: z.boolean().default(false),
  mailer_autoconfirm: z.boolean().default(false),
  /** Missing from versions of Auth before passkeys. */
  passkeys_enabled: z.boolean().default(false),
});

const settings = cachedQuery(
  'auth-settings',
  {
    enabled: [] as string[],
    isEmailOff: false,
    isSignUpClosed: false,
    areConfirmationsOff: false,
    arePasskeysOn: false,
    isKnown: false,
    freshUntil: 0,
  },
  fetchSettings,
);
type Known = Readonly<ReturnType<typeof settings.known>>;

/** The project's enabled sign-in methods, by Supabase's names; none while unknown. Never throws. */
export async function readEnabledSignInMethods(): Promise<readonly string[]> {
  return (await settings.read()).enabled;
}

/** Whether the project has switched off email, sign-ups or confirmations. False while unknown; Auth then refuses by itself. */
export async function readSwitchedOff(): Promise<
  Pick<Known, 'isEmailOff' | 'isSignUpClosed' | 'areConfirmationsOff'>
> {
  return settings.read();
}

/** By settings at most a minute old: with confirmations off, Auth would create a confirmed account for an address an attacker typed. */
export async function readAllowsSignUpByCode(): Promise<boolean> {
  const known = await settings.read();
  return Date.now() < known.freshUntil && allowsSignUpByCode(known);
}

/** The same by the last known settings, for a page's text. */
export function allowsSignUpByCode(known: Known): boolean {
  return known.isKnown && !known.isEmailOff && !known.isSignUpClosed && !known.areConfirmationsOff;
}

/** Whether the project has passkeys on. False while unknown. */
export async function readArePasskeysOn(): Promise<boolean> {
  return (await settings.read()).arePasskeysOn;
}

/** The last known settings, without waiting for newer ones. Defaults without `isKnown` while unknown. */
export function peekSettings(): Promise<Known> {
  return settings.peek(({ isKnown }) => !isKnown);
}

async function fetchSettings(): Promise<void> {
  const known = settings.known();
  try {
    const answer = await fetchAuth('/settings');
    if (!answer.ok) throw new Error(`The settings answered ${answer.status}`);
    const { external, disable_signup, mailer_autoconfirm, passkeys_enabled } = Settings.parse(
      await answer.json(),
    );
    known.enabled = Object.keys(external).filter((name) => external[name] === true);
    known.isEmailOff = external.email === false;
    known.isSignUpClosed = disable_signup;
    known.areConfirmationsOff = mailer_autoconfirm;
    known.arePasskeysOn = passkeys_enabled;
    known.isKnown = true;
    known.freshUntil = Date.now() + freshForInMilliseconds;
    // Refreshes at half that time, so that a failed request can be repeated before the settings are stale.
    known.refreshAt = Date.now() + freshForInMilliseconds / 2;
  } catch (error) {
    known.refreshAt = Date.now() + pauseAfterFailureInMilliseconds;
    logWarning(
      'backend.settings_unreadable',
      `Could not fetch the project's auth settings: ${String(error)}`,
    );
  }
}

const requirement = cachedQuery('captcha-of-project', { isRequired: false }, async (known) => {
  const { supabaseUrl, supabasePublishableKey: publishableKey } = environment();
  const isRequired = await requiresCaptcha({ supabaseUrl, publishableKey }, fetchBackend);
  known.refreshAt =
    Date.now() + (isRequired === null ? pauseAfterFailureInMilliseconds : freshForInMilliseconds);
  if (isRequired !== null) known.isRequired = isRequired;
});

/** Whether the project requires a captcha that this site lacks. Never throws; while Auth is down, the last answer holds. */
export async function lacksCaptcha(): Promise<boolean> {
  return !environment().captcha && (await requirement.read()).isRequired;
}

export const captchaMissing =
  'The Supabase project requires a captcha, but this site shows none: nobody can sign in or up by email, or create an account with a wallet. ' +
  'Set CAPTCHA_PROVIDER and CAPTCHA_SITE_KEY, or turn it off under Authentication > Attack Protection.';

/** @returns Auth's captcha option, empty if this site has no captcha, or `captcha.missing`. */
export function readCaptcha(token: string | undefined): Result<{ captcha: { captchaToken?: string } }> {
  if (!environment().captcha) return { ok: true, captcha: {} };
  return token ? { ok: true, captcha: { captchaToken: token } } : fail('captcha.missing');
}
