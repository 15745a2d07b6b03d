import { ConnectionFailed, explainCertificate } from './ask.ts';
import type { Context, Question } from './context.ts';

export type SiteHealth = {
  /** Why SITE_URL doesn't lead to the site, or null. `fix` says what to do. */
  trouble: string | null;
  fix: string;
  proxy: string | null;
};

export const siteHealth: Question<SiteHealth> = async ({ fetchSite, environment: { siteUrl }, options }) => {
  if (!options.hasSite) return null;
  try {
    const { status, headers, body } = await fetchSite('/api/health');
    const proxy = headers.get('via') ?? headers.get('server');
    if (status === 200 && (body as { status?: unknown } | null)?.status === 'ok')
      return { trouble: null, fix: '', proxy };
    const to = headers.get('location');
    const target = to && (URL.canParse(to, siteUrl) ? new URL(to, siteUrl).origin : 'an invalid URL');
    return target
      ? {
          trouble: `redirects to ${target}`,
          fix: 'If people open the site there, set SITE_URL to it.',
          proxy,
        }
      : { trouble: `is not this site (status ${status})`, fix: 'Fix the proxy, or SITE_URL.', proxy };
  } catch (error) {
    if (!(error instanceof ConnectionFailed)) throw error;
    return { ...explainAway(error.code, siteUrl), proxy: null };
  }
};

export function explainAway(code: string, siteUrl: string) {
  const certificate = explainCertificate(code);
  const { hostname } = new URL(siteUrl);
  if (certificate)
    return {
      trouble: `has a certificate that ${certificate.trouble}`,
      fix: `${certificate.fix}Otherwise, give the proxy a certificate for ${hostname}, with its chain.`,
    };
  const reasons: Record<string, string> = {
    ENOTFOUND: 'its host name could not be resolved',
    ECONNREFUSED: 'nothing listens there',
    TimeoutError: 'it does not answer in time',
    TooLarge: 'its response is larger than a megabyte, so it is another site',
  };
  return {
    trouble: `can't be reached from here: ${reasons[code] ?? `the connection failed (${code})`}`,
    fix: 'Start the site and its proxy, or fix SITE_URL. To check the site later, use --without-site.',
  };
}

/** False with --without-site. */
export async function isSiteAway({ know }: Context): Promise<boolean> {
  return ((await know(siteHealth))?.trouble ?? null) !== null;
}
