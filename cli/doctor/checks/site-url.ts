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
 * If SITE_URL itself may be wrong, it has to be fixed before any setting of the project that differs from it. A project changed to
 * match a mistyped SITE_URL no longer serves the site.
 */
export async function fixSiteUrlFirst(context: Context): Promise<{ fix?: string }> {
  if (!context.options.hasSite || (await isThere(context))) return {};
  return {
    fix: 'This site does not answer at SITE_URL. Fix that first, and change the project only if this finding remains.',
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

/** The project's Site URL, to which Auth redirects an unknown link. @returns its origin, or null */
export async function readProjectSiteUrl({ askAuth }: Context): Promise<string | null> {
  const answer = await askAuth('/verify?type=signup&token=doctor').catch((error: unknown) => {
    if (error instanceof Away) return null;
    throw error;
  });
  const to = answer?.headers.get('location') ?? '';
  return /^https?:/.test(to) && URL.canParse(to) ? new URL(to).origin : null;
}
