import 'server-only';
import { z } from 'zod';
import { logWarning } from '../log/log.ts';
import { shareInProcess } from '../share-in-process.ts';
import { waitBriefly } from '../wait-briefly.ts';
import { fetchAuth } from './fetch-auth.ts';

/** Anyone who switches a sign-in method on or off sees it here this much later. */
const freshForInMilliseconds = 60_000;
/** While Auth is away, one page in this time waits for it. */
const pauseAfterFailureInMilliseconds = 10_000;

/** `GET /settings` of Supabase Auth: only what is read here. */
const Settings = z.object({
  external: z.record(z.string(), z.unknown()),
  disable_signup: z.boolean().default(false),
  mailer_autoconfirm: z.boolean().default(false),
  /** An Auth from before passkeys doesn't say so. */
  passkeys_enabled: z.boolean().default(false),
});

type Known = {
  enabled: string[];
  isEmailOff: boolean;
  isSignUpClosed: boolean;
  areConfirmationsOff: boolean;
  arePasskeysOn: boolean;
  /** Whether Auth has ever said so. */
  isKnown: boolean;
  askAgainAt: number;
  underWay?: Promise<void>;
};

/**
 * The sign-in methods that the project has switched on, by Supabase's names, like `github` or `email`. Asked at most once a
 * minute. Never throws: while Auth can't be asked, what was known stands; when nothing was, there is none.
 */
export async function readEnabledSignInMethods(): Promise<readonly string[]> {
  return (await readSettings()).enabled;
}

/**
 * What the project has switched off of what is there by default: signing in by e-mail, new accounts, and the confirmation of
 * their addresses. Asked and
 * remembered as `readEnabledSignInMethods` is; while nothing is known none is off, and Auth refuses by itself.
 */
export async function readSwitchedOff(): Promise<
  Pick<Known, 'isEmailOff' | 'isSignUpClosed' | 'areConfirmationsOff'>
> {
  return readSettings();
}

/** Whether the project has switched passkeys on. Asked and remembered likewise; while nothing is known they are off. */
export async function readWhetherPasskeysAreOn(): Promise<boolean> {
  return (await readSettings()).arePasskeysOn;
}

/**
 * Stale-while-revalidate: returns the last known answer and refreshes it in the background. If there is none yet, waits a tenth
 * of a second for it, and then returns defaults without `isKnown`.
 */
export async function peekSettings(): Promise<Readonly<Omit<Known, 'askAgainAt' | 'underWay'>>> {
  const { known, underWay } = revalidate();
  if (!known.isKnown && underWay) await waitBriefly(underWay);
  return known;
}

async function readSettings(): Promise<Known> {
  const { known, underWay } = revalidate();
  await underWay;
  return known;
}

function revalidate(): { known: Known; underWay: Promise<void> | undefined } {
  const known = shareInProcess<Known>('auth-settings', () => ({
    enabled: [],
    isEmailOff: false,
    isSignUpClosed: false,
    areConfirmationsOff: false,
    arePasskeysOn: false,
    isKnown: false,
    askAgainAt: 0,
  }));
  if (Date.now() < known.askAgainAt) return { known, underWay: undefined };
  known.underWay ??= ask(known).finally(() => {
    known.underWay = undefined;
  });
  return { known, underWay: known.underWay };
}

async function ask(known: Known): Promise<void> {
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
    known.askAgainAt = Date.now() + freshForInMilliseconds;
  } catch (error) {
    known.askAgainAt = Date.now() + pauseAfterFailureInMilliseconds;
    logWarning(
      'backend.settings_unreadable',
      `Could not fetch the project's auth settings: ${String(error)}`,
    );
  }
}
