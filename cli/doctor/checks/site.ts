import { errors } from '../../../lib/errors.ts';
import { encryptedOnly, standardHeaders } from '../../../lib/http/standard-headers.ts';
import type { Answer } from '../ask.ts';
import { check, type Group } from '../check.ts';
import type { Context, Question } from '../context.ts';
import { siteHealth } from '../site-health.ts';
import { describeIssuer, isThisMachine } from './project.ts';

const throughSite =
  <Told>(question: Question<Told>): Question<Told> =>
  async (context) =>
    (await context.know(siteHealth))?.trouble === null ? question(context) : null;

const readiness = throughSite(async ({ fetchSite }) => {
  const { status, body } = await fetchSite('/api/ready');
  const { for: waitsFor, notes } = (body ?? {}) as { for?: unknown; notes?: unknown };
  const list = (value: unknown, of: number): unknown[] =>
    status === of && Array.isArray(value) ? value : [];
  return { status, waitsFor: list(waitsFor, 503), notes: list(notes, 200) };
});

const discovery = throughSite<{ status: number; issuer: unknown }>(async ({ fetchSite }) => {
  const { status, body } = await fetchSite('/.well-known/openid-configuration');
  return { status, issuer: (body as { issuer?: unknown } | null)?.issuer };
});

const changedHeaders = throughSite<{ status: number; changed: string[] }>(
  async ({ fetchSite, environment: { siteUrl } }) => {
    const { headers, status } = await fetchSite('/sign-in');
    const expected = { ...standardHeaders, ...(siteUrl.startsWith('https:') && encryptedOnly) };
    const isRight: Record<string, boolean> = {
      ...Object.fromEntries(
        Object.entries(expected).map(([name, value]) => [name, headers.get(name) === value]),
      ),
      'Content-Security-Policy': headers.get('content-security-policy')?.includes("'nonce-") ?? false,
      'Cache-Control': /^private, no-(cache|store)$/.test(headers.get('cache-control') ?? ''),
      'X-Request-Id': headers.has('x-request-id'),
    };
    return { status, changed: Object.keys(isRight).filter((name) => !isRight[name]) };
  },
);

/** Without an attempt, it redirects to sign-in and clears a cookie. */
const callback = throughSite<Answer>(({ fetchSite }) => fetchSite('/auth/callback'));

/** /wallets, which redirects signed-out visitors to sign-in. */
const signedOut = throughSite<{ status: number; isSignIn: boolean }>(async ({ fetchSite }) => {
  const { status, headers } = await fetchSite('/wallets');
  const leadsThere = /^(https?:\/\/[^/]+)?\/sign-in(\?|$)/.test(headers.get('location') ?? '');
  return { status, isSignIn: leadsThere && status >= 300 && status < 400 };
});

/** Bytes. Below the site's limit of 32 kB, and larger than any of its forms. */
const largeForm = 30_000;

/** An unknown build's form: the site answers that the page is outdated, which shows that Origin, length and content arrived. */
const largeFormSent = throughSite<{ isRead: boolean; status: number }>(async ({ fetchSite, environment }) => {
  const form = new FormData();
  form.set(`$ACTION_ID_${'0'.repeat(42)}`, '');
  form.set('doctor', 'x'.repeat(largeForm));
  const encoded = new Response(form);
  const { status, text } = await fetchSite('/sign-in', {
    method: 'POST',
    headers: {
      origin: environment.siteUrl,
      'content-type': encoded.headers.get('content-type') ?? '',
    },
    body: await encoded.text(),
  });
  // With npm run dev, Next.js answers by itself.
  return { isRead: status === 409 || text.includes(errors['request.outdated'].title), status };
});

/** How the site learns the client IP. The local backend's site has no proxy. */
const trustedProxy = throughSite<{ header: string | null; proxy: string | null }>(
  async ({ environment: { trustedProxy: trusted, embedded }, know }) => {
    if (embedded) return null;
    const header = trusted === 'none' ? 'none' : (trusted?.header ?? null);
    return { header, proxy: (await know(siteHealth))?.proxy ?? null };
  },
);

const withoutNetworks =
  "All visitors share one rate limit: an attacker can lock people out for an hour at a time, and Auth's limits apply to the whole site.";

const siteUrlOf = ({ environment }: Context) => environment.siteUrl;

export const site: Group = {
  name: 'Site',
  checks: [
    check({
      id: 'site.address',
      wrong: [
        {
          when: (_, { variables, environment }) => !variables.SITE_URL?.trim() && !environment.embedded,
          problem: (_, context) => `SITE_URL is not set. The default is ${siteUrlOf(context)}.`,
          why: 'Forms fail at any other URL, and links in emails point to this machine.',
          site: 'SITE_URL',
        },
        {
          when: (_, context) => siteUrlOf(context).startsWith('http:') && !isThisMachine(siteUrlOf(context)),
          problem: (_, context) => `SITE_URL uses http: ${siteUrlOf(context)}.`,
          why: 'Passwords and sessions are sent unencrypted, cookies are not Secure, and browsers offer no passkeys and wallets.',
          fix: 'Put a proxy with a certificate in front of the site, and use https.',
          site: 'SITE_URL',
        },
        {
          when: (_, context) => isThisMachine(siteUrlOf(context)) && !context.environment.embedded,
          warning: (_, context) => `SITE_URL is this machine: ${siteUrlOf(context)}.`,
          why: 'Nobody else can open the site or the links in its emails.',
          site: 'SITE_URL',
        },
      ],
    }),
    check({
      id: 'site.reached',
      when: (_, { options }) => !options.hasSite,
      unknown: 'The site.',
      fix: 'Run the doctor without --without-site.',
    }),
    check({
      id: 'site.reached',
      ask: siteHealth,
      right: (_, context) => `${siteUrlOf(context)} answers.`,
      when: ({ trouble }) => trouble !== null,
      problem: ({ trouble }, context) => `${siteUrlOf(context)} ${trouble}.`,
      why: 'Nobody can open it, or forms fail: they must come from SITE_URL.',
      fix: ({ fix }) => fix,
      site: 'SITE_URL',
    }),
    check({
      id: 'site.ready',
      ask: readiness,
      right: ({ notes }) => {
        const missing = notes.filter((note) => note !== 'networks');
        return `The site is ready${missing.length > 0 ? `, without ${missing.join(' and ')}` : ''}.`;
      },
      wrong: [
        {
          when: ({ waitsFor }) => waitsFor.length > 0,
          problem: ({ waitsFor }) => `The site is not ready: it is waiting for ${waitsFor.join(' and ')}.`,
          why: 'Nobody can sign in.',
          fix: 'Fix the other findings about the project. Without any, this command and the site have different settings: compare their environments.',
        },
        {
          when: ({ status }) => status !== 200,
          unknown: ({ status }) => `Whether the site is ready: /api/ready answers ${status}.`,
          fix: 'If the proxy hides it from visitors, request it from the site directly.',
        },
      ],
    }),
    check({
      id: 'site.visitor-address',
      ask: readiness,
      when: ({ notes }) => notes.includes('networks'),
      problem: 'The site receives no client IP in its TRUSTED_PROXY_HEADER.',
      why: withoutNetworks,
      fix: 'Set the client IP in that header at the proxy (nginx: proxy_set_header X-Real-IP $remote_addr), and check TRUSTED_PROXY_HOPS.',
      site: 'TRUSTED_PROXY_HEADER, TRUSTED_PROXY_HOPS',
    }),
    check({
      id: 'site.issuer',
      ask: discovery,
      right: ({ issuer }) => `The OpenID issuer is ${issuer}.`,
      when: ({ issuer }, context) => issuer !== siteUrlOf(context),
      problem: ({ issuer, status }, context) =>
        `/.well-known/openid-configuration answers ${status}, with ${describeIssuer(issuer)}. SITE_URL is ${siteUrlOf(context)}.`,
      why: "Apps can't sign people in, at least some of the time.",
      fix: 'Forward /.well-known/ at the proxy, use the same SITE_URL for this command and each process, and check /api/ready of each.',
      site: 'SITE_URL',
    }),
    check({
      id: 'site.headers',
      ask: changedHeaders,
      right: "The site's headers reach visitors unchanged.",
      wrong: [
        {
          when: ({ status }) => status !== 200,
          problem: ({ status }) => `/sign-in answers ${status}.`,
          why: 'Nobody can sign in.',
          fix: "Search the site's log for the response's x-request-id.",
        },
        {
          when: ({ changed }) => changed.length > 0,
          problem: ({ changed }) => `A proxy removes or changes headers of the site: ${changed.join(', ')}.`,
          why: 'They prevent framing, external scripts, and caching of personal pages.',
          fix: "Forward the site's headers unchanged, and don't add these at the proxy.",
        },
      ],
    }),
    check({
      id: 'site.cookies',
      ask: callback,
      right: "The site's cookies reach visitors.",
      when: ({ headers }) => !headers.has('set-cookie'),
      problem: 'A proxy removes Set-Cookie.',
      why: 'Nobody stays signed in.',
      fix: "Forward the site's headers unchanged.",
    }),
    check({
      id: 'site.signed-out',
      ask: signedOut,
      right: 'Signed-out visitors are redirected to sign-in.',
      wrong: [
        {
          when: ({ isSignIn, status }) => !isSignIn && status < 400,
          problem: ({ status }) => `/wallets answers ${status} to a signed-out visitor.`,
          why: 'It should redirect to sign-in. A proxy that caches pages shows them to others.',
          fix: 'If a proxy or CDN caches pages, turn that off for this site. Otherwise check which version is deployed.',
        },
        {
          when: ({ isSignIn }) => !isSignIn,
          unknown: ({ status }) => `Whether a proxy caches pages: /wallets answers ${status}.`,
          fix: 'Run the doctor again. If it remains, search the logs of the proxy and the site.',
        },
      ],
    }),
    check({
      id: 'site.forms',
      ask: largeFormSent,
      right: 'Forms reach the site.',
      when: ({ isRead }) => !isRead,
      problem: ({ status }) =>
        `A form of 30 kB from SITE_URL does not reach the site unchanged (status ${status}).`,
      why: 'Nobody can sign up or sign in. 403: Origin is missing, or the site has another SITE_URL. 413: the proxy refuses it, or does not forward Content-Length.',
      fix: 'Forward Origin, Content-Type, Content-Length and the body unchanged, up to 64 kB. nginx: client_max_body_size 64k, proxy_request_buffering on.',
    }),
    check({
      id: 'site.color',
      ask: async ({ environment }) => environment.branding.accent?.changes ?? null,
      right: 'The color can be read on every page.',
      when: (changes) => changes.length > 0,
      warning: (changes) => changes.join(' '),
      fix: 'Leave it, or choose a color that needs no change.',
      site: 'SITE_COLOR, SITE_COLOR_DARK',
    }),
    check({
      id: 'site.networks',
      ask: trustedProxy,
      wrong: [
        {
          when: ({ header }) => header === null,
          warning: 'TRUSTED_PROXY_HEADER is not set.',
          why: withoutNetworks,
          fix: 'Set it to the header in which your proxy sets the client IP, or to none without a proxy.',
          site: 'TRUSTED_PROXY_HEADER',
        },
        {
          when: ({ header, proxy }) => header === 'none' && proxy !== null,
          warning: ({ proxy }) => `TRUSTED_PROXY_HEADER is none, but a proxy answers (${proxy}).`,
          why: `Every visitor then has the proxy's IP. ${withoutNetworks}`,
          fix: 'Set it to the header in which the proxy sets the client IP.',
          site: 'TRUSTED_PROXY_HEADER',
        },
        {
          unknown:
            'Whether clients can bypass the proxy or forge the header, or a proxy is in front despite none.',
          fix: 'Check that TRUSTED_PROXY_HEADER is set by the proxy itself, and that nobody can bypass it.',
          site: 'TRUSTED_PROXY_HEADER, TRUSTED_PROXY_HOPS',
        },
      ],
    }),
  ],
};
