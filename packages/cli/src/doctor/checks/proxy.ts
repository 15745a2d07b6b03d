import { errors } from '../../../../../lib/errors.ts';
import { encryptedOnly, standardHeaders } from '../../../../../lib/http/standard-headers.ts';
import type { Context } from '../context.ts';
import { type Finding, ok, problem, unknown, warning } from '../finding.ts';
import { onSite, settings } from '../settings.ts';
import { askHealth } from './site-url.ts';

/** What follows where the site can't tell visitors' networks apart. */
export const withoutNetworks =
  "Attempts are not limited by network: one stranger can use up the attempts at somebody else's account for an hour at a time, and Auth counts everybody as one person.";

/** What the proxies in front of the site do to requests and answers, as far as a visitor can tell. */
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
    ...(headers.get('cache-control')?.includes('no-store') ? [] : ['Cache-Control']),
    ...(headers.has('x-request-id') ? [] : ['X-Request-Id']),
  ];
  if (status !== 200)
    return problem('site.headers', `/sign-in answers ${status}.`, {
      why: 'Nobody can sign in.',
      fix: 'Look at the log of the site, by the x-request-id of the answer.',
    });
  if (wrong.length === 0) return ok('site.headers', "The site's headers reach visitors as it sends them.");
  return problem('site.headers', `A proxy takes out or changes headers of the site: ${wrong.join(', ')}.`, {
    why: 'They keep other sites from framing a page, pages from running scripts of others, and proxies from keeping pages with names in them.',
    fix: 'Have the proxy pass on what the site sends, and add none of these by itself.',
  });
}

/** Who comes back from nowhere is sent to sign-in, and a cookie of the attempt is ended. */
async function checkCookies(context: Context): Promise<Finding> {
  const { headers } = await context.askSite('/auth/callback');
  return headers.has('set-cookie')
    ? ok('site.cookies', "The site's cookies reach visitors.")
    : problem('site.cookies', 'A proxy takes out Set-Cookie.', {
        why: 'Nobody stays signed in.',
        fix: 'Have the proxy pass on what the site sends.',
      });
}

/** Bytes. Less than the 32 kB that the site takes, more than any form of it sends. */
const largeForm = 30_000;

/**
 * A form of a build that never was, as large as one may be: the site answers that it is outdated, and does nothing. So its
 * address, its length and what is in it have arrived.
 */
async function checkForms(context: Context): Promise<Finding> {
  const whole = await sendForm(context, largeForm);
  if (whole.isRead) return ok('site.forms', 'Forms reach the site.');
  if (whole.status === 403)
    return problem('site.forms', 'A form that comes from SITE_URL is refused.', {
      why: 'Either a proxy takes out or changes Origin, or the site has another SITE_URL than this command.',
      fix: 'Have the proxy pass Origin on, and compare both settings.',
      setting: onSite('SITE_URL'),
    });
  if (whole.status === 413 && (await sendForm(context, 1)).isRead)
    return problem('site.forms', 'A proxy refuses a form of 30 kB.', {
      why: 'The site takes 32 kB. What people send that is larger than the proxy takes never arrives.',
      fix: 'Let the proxy take 64 kB. nginx: client_max_body_size 64k.',
    });
  return whole.status === 413
    ? problem('site.forms', 'A proxy does not pass Content-Length on.', {
        why: 'Each form is refused as too large.',
        fix: 'Have it send requests whole, with their length. nginx: proxy_request_buffering on.',
      })
    : problem('site.forms', `A form does not reach the site as it was sent (status ${whole.status}).`, {
        why: 'Nobody can sign up or in.',
        fix: 'Have the proxy pass the body on, with Content-Length and Content-Type as they came. If there is no proxy, look at the log of the site, by the x-request-id of the answer.',
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
  // While its code is being written (npm run dev) Next.js says it itself.
  return { isRead: status === 409 || text.includes(errors['request.outdated'].title), status };
}

/** What once got past the middleware of Next.js. Each page checks by itself too. */
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
    ? ok('site.signed-out', 'Whoever is signed out is led to sign-in, whatever headers they send.')
    : problem('site.signed-out', `/wallets answers ${status} to somebody who is signed out.`, {
        why: 'They should be led to sign-in.',
        fix: 'If a proxy keeps pages, have it keep none of this site. If not, compare the version that is deployed.',
      });
}

async function judgeForwarding(context: Context): Promise<Finding[]> {
  const { trustedProxy, embedded } = context.environment;
  if (embedded) return [];
  if (trustedProxy === null)
    return [
      warning('site.networks', 'TRUSTED_PROXY_HEADER is not set.', {
        why: withoutNetworks,
        fix: "Name the header in which your proxy writes the visitor's address, or set it to none where no proxy is in front.",
        setting: onSite('TRUSTED_PROXY_HEADER'),
      }),
    ];
  const { headers } = await askHealth(context);
  const proxy = headers.get('via') ?? headers.get('server');
  if (trustedProxy === 'none' && proxy)
    return [
      warning('site.networks', `TRUSTED_PROXY_HEADER is none, and a proxy answers (${proxy}).`, {
        why: `Then everybody is at the proxy's address. ${withoutNetworks}`,
        fix: "Name the header in which the proxy writes the visitor's address.",
        setting: onSite('TRUSTED_PROXY_HEADER'),
      }),
    ];
  return [
    unknown(
      'site.networks',
      trustedProxy === 'none'
        ? "Whether the connection's address is the visitor's: TRUSTED_PROXY_HEADER is none."
        : `Whether a visitor can make up an address in ${trustedProxy.header}.`,
      {
        fix:
          trustedProxy === 'none'
            ? 'It is, where no proxy is in front of the site.'
            : 'Nobody may reach the server past the proxy, and the proxy has to add the address itself.',
        setting: onSite('TRUSTED_PROXY_HEADER, TRUSTED_PROXY_HOPS'),
      },
    ),
    unknown(
      'site.forwarding',
      'Whether Auth believes the addresses that this site tells it (Sb-Forwarded-For).',
      {
        why: "If not, Auth counts everybody as one person, and its limits are the whole site's.",
        setting: settings.forwardedAddresses,
      },
    ),
  ];
}
