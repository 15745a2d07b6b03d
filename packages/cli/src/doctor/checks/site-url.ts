import { type Answer, Away } from '../ask.ts';
import type { Context } from '../context.ts';

/** @throws Away */
export function askHealth(context: Context): Promise<Answer> {
  return context.once('health of the site', () => context.askSite('/api/health'));
}

export function isHealthy({ status, body }: Answer): boolean {
  return status === 200 && (body as { status?: unknown } | null)?.status === 'ok';
}

/**
 * What to do first about a setting of the project that does not fit SITE_URL: nothing, where it may be SITE_URL that is
 * wrong. A project that is changed to fit a slip of the keyboard serves the site no more.
 */
export async function fixSiteUrlFirst(context: Context): Promise<{ fix?: string }> {
  if (!context.options.hasSite || (await isThere(context))) return {};
  return {
    fix: 'This site does not answer at SITE_URL: mend that first, and change the project only if this is left then.',
  };
}

async function isThere(context: Context): Promise<boolean> {
  try {
    return isHealthy(await askHealth(context));
  } catch (error) {
    if (!(error instanceof Away)) throw error;
    return false;
  }
}

/** The project's Site URL, which Auth leads to from a link that it does not know. @returns its origin, or null */
export async function readProjectSiteUrl({ askAuth }: Context): Promise<string | null> {
  const answer = await askAuth('/verify?type=signup&token=doctor').catch((error: unknown) => {
    if (error instanceof Away) return null;
    throw error;
  });
  const to = answer?.headers.get('location') ?? '';
  return /^https?:/.test(to) && URL.canParse(to) ? new URL(to).origin : null;
}
