import 'server-only';
import { z } from 'zod';
import { askNowAndThen } from '../ask-now-and-then.ts';
import { logWarning } from '../log/log.ts';
import { fetchAuth } from './fetch-auth.ts';

/** Anyone who switches a sign-in method on or off sees it here this much later. */
const freshForInMilliseconds = 60_000;
/** While Auth is away, one page in this time waits for it. */
const pauseAfterFailureInMilliseconds = 10_000;

const Settings = z.object({
  external: z.record(z.string(), z.unknown()),
  disable_signup: z.boolean().default(false),
  mailer_autoconfirm: z.boolean().default(false),
  /** An Auth from before passkeys doesn't say so. */
  passkeys_enabled: z.boolean().default(false),
});

const settings = askNowAndThen(
  'auth-settings',
  {
    enabled: [] as string[],
    isEmailOff: false,
    isSignUpClosed: false,
    areConfirmationsOff: false,
    arePasskeysOn: false,
    /** Whether Auth has ever said so. */
    isKnown: false,
    freshUntil: 0,
  },
  ask,
);
type Known = Readonly<ReturnType<typeof settings.known>>;

/** The sign-in methods that the project has on, as Supabase names them. Never throws; none while nothing is known. */
export async function readEnabledSignInMethods(): Promise<readonly string[]> {
  return (await settings.read()).enabled;
}

/** Defaults that the project has switched off. While unknown there are none, and Auth refuses by itself. */
export async function readSwitchedOff(): Promise<
  Pick<Known, 'isEmailOff' | 'isSignUpClosed' | 'areConfirmationsOff'>
> {
  return settings.read();
}

/**
 * Whether Auth may make an account of an address that requests a code. A project that confirms addresses by itself would make a
 * confirmed account of an address that an attacker typed, so settings older than a minute don't count.
 */
export async function opensAccountsByCode(): Promise<boolean> {
  const known = await settings.read();
  return Date.now() < known.freshUntil && takesNewcomersByCode(known);
}

/** The same by the last known settings, for the words of a page. */
export function takesNewcomersByCode(known: Known): boolean {
  return known.isKnown && !known.isEmailOff && !known.isSignUpClosed && !known.areConfirmationsOff;
}

/** Whether the project has switched passkeys on. While nothing is known they are off. */
export async function readWhetherPasskeysAreOn(): Promise<boolean> {
  return (await settings.read()).arePasskeysOn;
}

/** The same without waiting for an older answer to be renewed. While there is none, returns defaults without `isKnown`. */
export function peekSettings(): Promise<Known> {
  return settings.peek(({ isKnown }) => !isKnown);
}

async function ask(): Promise<void> {
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
    // An answer that doesn't come at the first try leaves time for more.
    known.askAgainAt = Date.now() + freshForInMilliseconds / 2;
  } catch (error) {
    known.askAgainAt = Date.now() + pauseAfterFailureInMilliseconds;
    logWarning(
      'backend.settings_unreadable',
      `Could not fetch the project's auth settings: ${String(error)}`,
    );
  }
}
