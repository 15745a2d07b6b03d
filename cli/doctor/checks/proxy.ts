import { errors } from '../../../lib/errors.ts';
import { encryptedOnly, standardHeaders } from '../../../lib/http/standard-headers.ts';
import type { Context } from '../context.ts';
import { type Finding, ok, problem, unknown, warning } from '../finding.ts';
import { onSite, settings } from '../settings.ts';
import { askHealth } from './site-url.ts';

/** The effect of missing client IPs. */
export const withoutNetworks =
  "All visitors share one rate limit: an attacker can lock people out for an hour at a time, and Auth's limits apply to the whole site.";

/** How the site's proxies change requests and responses. */
export async function checkProxy(context: Context): Promise<Finding[]> {
  return [
    await checkAnswers(context),
    await checkCookies(context),
    await checkForms(context),
    await checkMiddleware(context),
    ...(await judgeForwarding(context)),
  ];
}

async function checkAnswers(context: Context): Promise<Finding> {
  const { siteUrl } = context.environment;
  const { headers, status } = await context.askSite('/sign-in');
  const expected = Object.entries({
    ...standardHeaders,
    ...(siteUrl.startsWith('https:') && encryptedOnly),
  });
  const policy = headers.get('content-security-policy') ?? '';
  const wrong = [
    ...expected.filter(([name, value]) => headers.get(name) !== value).map(([name]) => name),
    ...(policy.includes("'nonce-") ? [] : ['Content-Security-Policy']),
    ...(/^private, no-(cache|store)$/.test(headers.get('cache-control') ?? '') ? [] : ['Cache-Control']),
    ...(headers.has('x-request-id') ? [] : ['X-Request-Id']),
  ];
  if (status !== 200)
    return problem('site.headers', `/sign-in answers ${status}.`, {
      why: 'Nobody can sign in.',
      fix: "Search the site's log for the response's x-request-id.",
    });
  if (wrong.length === 0) return ok('site.headers', "The site's headers reach visitors unchanged.");
  return problem('site.headers', `A proxy removes or changes headers of the site: ${wrong.join(', ')}.`, {
    why: 'They prevent framing, external scripts, and caching of personal pages.',
    fix: "Forward the site's headers unchanged, and don't add these at the proxy.",
  });
}

/** An OAuth callback without an attempt redirects to sign-in and clears a cookie. */
async function checkCookies(context: Context): Promise<Finding> {
  const { headers } = await context.askSite('/auth/callback');
  return headers.has('set-cookie')
    ? ok('site.cookies', "The site's cookies reach visitors.")
    : problem('site.cookies', 'A proxy removes Set-Cookie.', {
        why: 'Nobody stays signed in.',
        fix: "Forward the site's headers unchanged.",
      });
}

/** Bytes. Below the site's limit of 32 kB, and larger than any of its forms. */
const largeForm = 30_000;

/**
 * Sends a large form of an unknown build. The site answers that it is outdated and does nothing, which shows that Origin, length
 * and content arrived.
 */
async function checkForms(context: Context): Promise<Finding> {
  const whole = await sendForm(context, largeForm);
  if (whole.isRead) return ok('site.forms', 'Forms reach the site.');
  if (whole.status === 403)
    return problem('site.forms', 'The site refuses a form from SITE_URL.', {
      why: 'A proxy removes or changes Origin, or the site has a different SITE_URL than this command.',
      fix: 'Forward Origin unchanged, and compare both settings.',
      setting: onSite('SITE_URL'),
    });
  if (whole.status === 413 && (await sendForm(context, 1)).isRead)
    return problem('site.forms', 'A proxy refuses a form of 30 kB.', {
      why: 'The site accepts 32 kB, so larger forms fail.',
      fix: 'Accept 64 kB at the proxy. nginx: client_max_body_size 64k.',
    });
  return whole.status === 413
    ? problem('site.forms', 'A proxy does not forward Content-Length.', {
        why: 'Every form is refused as too large.',
        fix: 'Buffer requests and send their length. nginx: proxy_request_buffering on.',
      })
    : problem('site.forms', `A form does not reach the site unchanged (status ${whole.status}).`, {
        why: 'Nobody can sign up or sign in.',
        fix: "Forward the body, Content-Length and Content-Type unchanged. Without a proxy, search the site's log for the response's x-request-id.",
      });
}

async function sendForm(context: Context, bytes: number): Promise<{ isRead: boolean; status: number }> {
  const form = new FormData();
  form.set(`$ACTION_ID_${'0'.repeat(42)}`, '');
  form.set('doctor', 'x'.repeat(bytes));
  const encoded = new Response(form);
  const { status, text } = await context.askSite('/sign-in', {
    method: 'POST',
    headers: {
      origin: context.environment.siteUrl,
      'content-type': encoded.headers.get('content-type') ?? '',
    },
    body: await encoded.text(),
  });
  // With npm run dev, Next.js answers by itself.
  return { isRead: status === 409 || text.includes(errors['request.outdated'].title), status };
}

/** A header that once bypassed the middleware of Next.js. Each page also checks the session. */
async function checkMiddleware(context: Context): Promise<Finding> {
  const { status, headers } = await context.askSite('/wallets', {
    headers: { 'x-middleware-subrequest': 'middleware:middleware:middleware:middleware:middleware' },
  });
  const to = headers.get('location') ?? '';
  const { siteUrl } = context.environment;
  const isSignIn =
    status >= 300 &&
    status < 400 &&
    URL.canParse(to, siteUrl) &&
    new URL(to, siteUrl).pathname === '/sign-in';
  return isSignIn
    ? ok('site.signed-out', 'Signed-out visitors are redirected to sign-in, whatever headers they send.')
    : problem('site.signed-out', `/wallets answers ${status} to a signed-out visitor.`, {
        why: 'It should redirect to sign-in.',
        fix: 'If a proxy caches pages, turn that off for this site. Otherwise check which version is deployed.',
      });
}

async function judgeForwarding(context: Context): Promise<Finding[]> {
  const { trustedProxy, embedded } = context.environment;
  if (embedded) return [];
  if (trustedProxy === null)
    return [
      warning('site.networks', 'TRUSTED_PROXY_HEADER is not set.', {
        why: withoutNetworks,
        fix: 'Set it to the header in which your proxy sets the client IP, or to none without a proxy.',
        setting: onSite('TRUSTED_PROXY_HEADER'),
      }),
    ];
  const { headers } = await askHealth(context);
  const proxy = headers.get('via') ?? headers.get('server');
  if (trustedProxy === 'none' && proxy)
    return [
      warning('site.networks', `TRUSTED_PROXY_HEADER is none, but a proxy answers (${proxy}).`, {
        why: `Every visitor then has the proxy's IP. ${withoutNetworks}`,
        fix: 'Set it to the header in which the proxy sets the client IP.',
        setting: onSite('TRUSTED_PROXY_HEADER'),
      }),
    ];
  return [
    unknown(
      'site.networks',
      trustedProxy === 'none'
        ? 'Whether clients connect directly, as TRUSTED_PROXY_HEADER=none says.'
        : `Whether clients can forge ${trustedProxy.header}.`,
      {
        fix:
          trustedProxy === 'none'
            ? 'Check that no proxy is in front of the site.'
            : 'Check that nobody can bypass the proxy, and that the proxy sets the header itself.',
        setting: onSite('TRUSTED_PROXY_HEADER, TRUSTED_PROXY_HOPS'),
      },
    ),
    unknown(
      'site.forwarding',
      'Whether Auth trusts the client IPs that this site forwards (Sb-Forwarded-For).',
      {
        why: "If not, Auth's rate limits apply to the whole site.",
        setting: settings.forwardedAddresses,
      },
    ),
  ];
}
