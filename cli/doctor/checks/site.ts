import { noIntroPicture, readIntroPicture } from '../../../lib/intro-picture.ts';
import { type Answer, Away, explainCertificate } from '../ask.ts';
import type { Check, Context } from '../context.ts';
import { type Finding, ok, problem, unknown, warning } from '../finding.ts';
import { isThisMachine } from '../is-this-machine.ts';
import { onSite } from '../settings.ts';
import { compareClocks } from './clock.ts';
import { findNearAddress } from './near-address.ts';
import { checkProxy, withoutNetworks } from './proxy.ts';
import { askHealth, isHealthy } from './site-url.ts';

export const site: Check = {
  name: 'Site',
  async run(project, context) {
    const { siteUrl } = context.environment;
    const address = [
      ...judgeAddress(siteUrl, context.variables.SITE_URL, project.isEmbedded),
      ...judgePicture(context.variables.SITE_INTRO_PICTURE?.trim()),
    ];
    if (!context.options.hasSite) return [...address, left()];
    let health: Answer;
    try {
      health = await askHealth(context);
    } catch (error) {
      if (!(error instanceof Away)) throw error;
      const found = explainAway(siteUrl, error.code);
      const isFixedThere = explainCertificate(error.code) !== null;
      return [
        ...address,
        isFixedThere ? found : suggestNear(siteUrl, found, await findNearAddress(context, null)),
      ];
    }
    const reached = judgeHealth(siteUrl, health);
    if (reached.level === 'problem') {
      const seen = originOf(health.headers.get('location') ?? '', siteUrl);
      return [...address, suggestNear(siteUrl, reached, await findNearAddress(context, seen))];
    }
    return [
      ...address,
      reached,
      ...judgeSiteClock(health),
      ...(await checkPlain(siteUrl)),
      ...(await checkReadiness(context)),
      await checkIssuer(context),
      ...(await checkProxy(context)),
    ];
  },
};

/** @param given the raw setting, if any */
export function judgeAddress(siteUrl: string, given: string | undefined, isEmbedded: boolean): Finding[] {
  const setting = onSite('SITE_URL');
  if (!given?.trim() && !isEmbedded)
    return [
      problem('site.address', `SITE_URL is not set. The default is ${siteUrl}.`, {
        why: 'Forms fail at any other URL, and links in emails point to this machine.',
        setting,
      }),
    ];
  if (siteUrl.startsWith('http:') && !isThisMachine(siteUrl))
    return [
      problem('site.address', `SITE_URL uses http: ${siteUrl}.`, {
        why: 'Passwords and sessions are sent unencrypted, cookies are not Secure, and browsers offer no passkeys and wallets.',
        fix: 'Put a proxy with a certificate in front of the site, and use https.',
        setting,
      }),
    ];
  if (isThisMachine(siteUrl) && !isEmbedded)
    return [
      warning('site.address', `SITE_URL is this machine: ${siteUrl}.`, {
        why: 'Nobody else can open the site or the links in its emails.',
        setting,
      }),
    ];
  return [];
}

/** @param file where the server looks for it, if set */
export function judgePicture(file: string | undefined): Finding[] {
  if (!file || readIntroPicture(file)) return [];
  return [
    problem('site.intro-picture', `SITE_INTRO_PICTURE is ${noIntroPicture}: ${file}.`, {
      why: 'The site does not start.',
      fix: 'Choose another file. If it is on another machine, run this command there.',
      setting: onSite('SITE_INTRO_PICTURE'),
    }),
  ];
}

const left = () => unknown('site.reached', 'The site.', { fix: 'Run the doctor without --without-site.' });

/** @param code of the failed connection */
export function explainAway(siteUrl: string, code: string): Finding {
  const why = 'Nobody can open it.';
  const certificate = explainCertificate(code);
  if (certificate)
    return problem('site.reached', `The certificate of ${siteUrl} ${certificate.trouble} (${code}).`, {
      why: certificate.fix
        ? 'Browsers that do not know its authority show a warning.'
        : 'Browsers show a warning.',
      fix: `${certificate.fix ? `${certificate.fix} Otherwise, give` : 'Give'} the proxy a certificate for ${new URL(siteUrl).hostname}, with its chain.`,
    });
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN')
    return problem('site.reached', `The host name of ${siteUrl} could not be resolved.`, {
      why,
      fix: 'Add a DNS record for the proxy, or fix SITE_URL.',
      setting: onSite('SITE_URL'),
    });
  const how =
    code === 'ECONNREFUSED'
      ? 'Nothing listens there.'
      : code === 'TimeoutError'
        ? 'It does not answer in time.'
        : code === 'TooLarge'
          ? 'Its response is larger than a megabyte, so it is another site.'
          : `The connection failed (${code}).`;
  return problem('site.reached', `${siteUrl} can't be reached from here. ${how}`, {
    why,
    fix: 'Start the site and its proxy, or fix SITE_URL. To check the site later, use --without-site.',
    setting: onSite('SITE_URL'),
  });
}

/** @param near the URL at which the site answers, if found */
export function suggestNear(siteUrl: string, finding: Finding, near: string | null): Finding {
  if (!near) return finding;
  // Never suggest http: cookies and passkeys depend on https.
  if (siteUrl.startsWith('https:') && near.startsWith('http:') && !isThisMachine(near))
    return {
      ...finding,
      fix: `${finding.fix ?? ''} The site answers at ${near}: fix its https, and keep SITE_URL.`.trim(),
    };
  return {
    ...finding,
    fix: `This site answers at ${near}. If people open it there, set SITE_URL for this command and the site.`,
    setting: onSite(`SITE_URL=${near}`),
  };
}

/** The origin of a redirect. @returns null for an invalid URL */
function originOf(location: string, base: string): string | null {
  return location !== '' && URL.canParse(location, base) ? new URL(location, base).origin : null;
}

function judgeHealth(siteUrl: string, answer: Answer): Finding {
  const { status, headers } = answer;
  if (isHealthy(answer))
    return ok(
      'site.reached',
      `${siteUrl} answers${siteUrl.startsWith('https:') ? ' with a valid certificate' : ''}.`,
    );
  const to = headers.get('location');
  return problem(
    'site.reached',
    to
      ? `${siteUrl} redirects to ${originOf(to, siteUrl) ?? 'an invalid URL'}.`
      : `${siteUrl} is not this site (status ${status}).`,
    {
      why: to
        ? 'Forms must come from SITE_URL, so none work at the other URL.'
        : 'The proxy does not reach the site, or SITE_URL is wrong.',
      setting: onSite('SITE_URL'),
    },
  );
}

/** The site's clock, if it differs: proxies forward its Date. */
function judgeSiteClock(health: Answer): Finding[] {
  const found = compareClocks(health);
  if (found.level === 'ok' || found.level === 'unknown') return [];
  return [{ ...found, id: 'site.clock', what: found.what.replace("the project's", "the site's") }];
}

/** Whether http redirects to https. */
async function checkPlain(siteUrl: string): Promise<Finding[]> {
  if (!siteUrl.startsWith('https:') || new URL(siteUrl).port !== '') return [];
  const { ask } = await import('../ask.ts');
  const plain = `http://${new URL(siteUrl).host}/`;
  const answer = await ask(plain).catch((error: unknown) => {
    if (error instanceof Away) return null;
    throw error;
  });
  if (!answer || answer.headers.get('location')?.startsWith('https:')) return [];
  return [
    warning('site.plain', `${plain} does not redirect to https.`, {
      why: 'People who type the host name without https get a page whose forms fail.',
      fix: 'Redirect to https at the proxy (308).',
    }),
  ];
}

async function checkReadiness(context: Context): Promise<Finding[]> {
  const { status, body } = await context.askSite('/api/ready');
  const { for: waitsFor, notes } = (body ?? {}) as { for?: unknown; notes?: unknown };
  if (status === 503 && Array.isArray(waitsFor))
    return [
      problem('site.ready', `The site is not ready: it is waiting for ${waitsFor.join(' and ')}.`, {
        why: 'Nobody can sign in.',
        fix: 'Fix the other findings about the project. Without any, this command and the site have different settings: compare their environments.',
      }),
    ];
  if (status !== 200)
    return [
      unknown('site.ready', `/api/ready answered ${status}.`, {
        fix: 'Forward it at the proxy, for monitoring.',
      }),
    ];
  const noted = Array.isArray(notes) ? notes : [];
  const without = noted.filter((note) => note !== 'networks');
  const ready =
    without.length > 0 ? `The site is ready, without ${without.join(' and ')}.` : 'The site is ready.';
  return [ok('site.ready', ready), ...(noted.includes('networks') ? [tellOfMissingAddress(context)] : [])];
}

function tellOfMissingAddress({ environment: { trustedProxy } }: Context): Finding {
  const header = trustedProxy && trustedProxy !== 'none' ? trustedProxy.header : 'its TRUSTED_PROXY_HEADER';
  return problem('site.visitor-address', `The site receives no client IP in ${header}.`, {
    why: withoutNetworks,
    fix: `Set the client IP in that header at the proxy, and check TRUSTED_PROXY_HOPS. nginx: proxy_set_header ${header} $remote_addr.`,
    setting: onSite('TRUSTED_PROXY_HEADER, TRUSTED_PROXY_HOPS'),
  });
}

async function checkIssuer(context: Context): Promise<Finding> {
  const { siteUrl } = context.environment;
  const answer = await context.askSite('/.well-known/openid-configuration');
  const { issuer } = (answer.body ?? {}) as { issuer?: unknown };
  if (issuer === siteUrl) return ok('site.issuer', `The OpenID issuer is ${siteUrl}.`);
  if (answer.status >= 500)
    return problem('site.issuer', `/.well-known/openid-configuration answers ${answer.status}.`, {
      why: "Apps can't sign people in, at least some of the time.",
      fix: 'Check /api/ready of each process directly: one that is not ready is starting or has other settings.',
    });
  return typeof issuer === 'string'
    ? problem('site.issuer', `The site's issuer is ${issuer}, but SITE_URL is ${siteUrl}.`, {
        why: "This command and the site have different settings. Apps can't sign people in.",
        setting: onSite('SITE_URL'),
      })
    : problem('site.issuer', `Apps can't read /.well-known/openid-configuration (status ${answer.status}).`, {
        why: "Apps can't sign people in.",
        fix: 'Forward /.well-known/ at the proxy, except what it serves itself.',
      });
}
