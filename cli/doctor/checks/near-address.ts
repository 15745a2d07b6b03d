import { type Answer, Away } from '../ask.ts';
import type { Context } from '../context.ts';
import { readProjectSiteUrl } from './site-url.ts';

/**
 * Finds the URL at which this site answers, if SITE_URL is mistyped or differs from the project's Site URL. Otherwise it requests
 * only SITE_URL's host, with and without `www.` if it has at most three labels: longer ones are often foreign domains.
 * @param seen the target of SITE_URL's redirect, if any
 * @returns its origin, or null
 */
export async function findNearAddress(context: Context, seen: string | null): Promise<string | null> {
  const { siteUrl } = context.environment;
  const near = nearAddresses(siteUrl, context.variables.PORT);
  const told = await readProjectSiteUrl(context);
  const likely = [seen && near.includes(seen) ? seen : null, told === siteUrl ? null : told];
  const candidates = [...likely.filter((url) => url !== null), ...near];
  const answering = await Promise.all(candidates.map((url) => isThisSite(context, url)));
  return candidates.find((_, place) => answering[place]) ?? null;
}

/**
 * Variants of a URL: other scheme, with or without `www.`, without the port or with this server's. Best guesses first.
 * @param siteUrl an origin
 */
export function nearAddresses(siteUrl: string, ownPort: string | undefined): string[] {
  const { protocol, hostname, port } = new URL(siteUrl);
  const isName = hostname.includes('.') && !/^[\d.]+$|^\[/.test(hostname);
  const hasWww = hostname.startsWith('www.');
  const bare = hasWww ? hostname.slice(4) : hostname;
  const other = hasWww ? bare : `www.${hostname}`;
  const hosts = isName && mayHaveWww(bare) ? [hostname, other] : [hostname];
  const ports = [...new Set([port, '', ...(isName ? [] : [ownPort?.trim() || '3000'])])];
  const schemes = [protocol, protocol === 'https:' ? 'http:' : 'https:'];
  const all = hosts.flatMap((host) =>
    schemes.flatMap((scheme) => ports.map((one) => new URL(`${scheme}//${host}${one && `:${one}`}`).origin)),
  );
  return [...new Set(all)].filter((url) => url !== siteUrl);
}

/** Not for names of this machine or below shared domains, like `team.pages.example.com`. */
function mayHaveWww(host: string): boolean {
  return host.split('.').length <= 3 && !/(^|\.)(localhost|local|internal)$/.test(host);
}

/** Whether it is this site: its issuer is this URL or SITE_URL. */
async function isThisSite({ askAt, environment }: Context, url: string): Promise<boolean> {
  const answer = await askAt(`${url}/.well-known/openid-configuration`).catch(
    (error: unknown): Answer | null => {
      if (error instanceof Away) return null;
      throw error;
    },
  );
  const { issuer } = (answer?.body ?? {}) as { issuer?: unknown };
  return answer?.status === 200 && (issuer === url || issuer === environment.siteUrl);
}
