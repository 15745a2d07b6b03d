import { type Answer, Away, explainCertificate } from '../ask.ts';
import type { Check, Context } from '../context.ts';
import { type Finding, ok, problem, unknown, warning } from '../finding.ts';
import { onSite } from '../settings.ts';
import { isThisMachine } from '../this-machine.ts';
import { compareClocks } from './clock.ts';
import { findNearAddress } from './near-address.ts';
import { checkProxy, withoutNetworks } from './proxy.ts';
import { askHealth, isHealthy } from './site-url.ts';

/** The site as a visitor reaches it: its address, certificate, readiness, and what the proxies in front of it do. */
export const site: Check = {
  name: 'Site',
  async run(project, context) {
    const { siteUrl } = context.environment;
    const address = judgeAddress(siteUrl, context.variables.SITE_URL, project.isEmbedded);
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

/** @param given what was set, which may be nothing */
export function judgeAddress(siteUrl: string, given: string | undefined, isEmbedded: boolean): Finding[] {
  const setting = onSite('SITE_URL');
  if (!given?.trim() && !isEmbedded)
    return [
      problem('site.address', `SITE_URL is not set, so that this site is ${siteUrl}.`, {
        why: 'No form works for whoever opens it at another address, and mails lead to this machine.',
        setting,
      }),
    ];
  if (siteUrl.startsWith('http:') && !isThisMachine(siteUrl))
    return [
      problem('site.address', `SITE_URL is an http address: ${siteUrl}.`, {
        why: 'Passwords and sessions travel unencrypted, cookies are not Secure, and browsers have no passkeys and no wallets there.',
        fix: 'Put a proxy with a certificate in front of it, and write https.',
        setting,
      }),
    ];
  if (isThisMachine(siteUrl) && !isEmbedded)
    return [
      warning('site.address', `SITE_URL is this machine: ${siteUrl}.`, {
        why: 'Nobody else can open it, and links in mails lead nowhere for them.',
        setting,
      }),
    ];
  return [];
}

const left = () =>
  unknown('site.reached', 'The site was left alone.', { fix: 'Run the doctor without --without-site.' });

/** @param code of the connection that failed */
export function explainAway(siteUrl: string, code: string): Finding {
  const why = 'Nobody can open it.';
  const certificate = explainCertificate(code);
  if (certificate)
    return problem('site.reached', `The certificate of ${siteUrl} ${certificate.trouble} (${code}).`, {
      why: certificate.fix
        ? 'Browsers that do not know its authority warn people off.'
        : 'Browsers warn everybody off.',
      fix: `${certificate.fix ? `${certificate.fix} If not, give` : 'Give'} the proxy a certificate for ${new URL(siteUrl).hostname}, with its chain.`,
    });
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN')
    return problem('site.reached', `The name of ${siteUrl} is not known.`, {
      why,
      fix: 'Point it at the proxy in the DNS, or mend SITE_URL.',
      setting: onSite('SITE_URL'),
    });
  const how =
    code === 'ECONNREFUSED'
      ? 'Nothing listens there.'
      : code === 'TimeoutError'
        ? 'It does not answer in time.'
        : code === 'TooLarge'
          ? 'Its answer goes on for more than a megabyte: somebody else answers there.'
          : `The connection fails (${code}).`;
  return problem('site.reached', `${siteUrl} can't be reached from here. ${how}`, {
    why,
    fix: 'Start the site, and the proxy in front of it; or is SITE_URL mistyped? If it is to start later, say --without-site.',
    setting: onSite('SITE_URL'),
  });
}

/** @param near where the site answers instead, if that was found */
export function suggestNear(siteUrl: string, finding: Finding, near: string | null): Finding {
  if (!near) return finding;
  // An address without encryption is never the remedy: cookies and passkeys depend on it.
  if (siteUrl.startsWith('https:') && near.startsWith('http:') && !isThisMachine(near))
    return {
      ...finding,
      fix: `${finding.fix ?? ''} The site itself answers at ${near}, so mend what serves https there, and leave SITE_URL.`.trim(),
    };
  return {
    ...finding,
    fix: `This site answers at ${near}. If that is where people open it, say so, to this command and to the site.`,
    setting: onSite(`SITE_URL=${near}`),
  };
}

/** Where a redirect leads. @returns null for what is no address */
function originOf(location: string, base: string): string | null {
  return location !== '' && URL.canParse(location, base) ? new URL(location, base).origin : null;
}

function judgeHealth(siteUrl: string, answer: Answer): Finding {
  const { status, headers } = answer;
  if (isHealthy(answer))
    return ok(
      'site.reached',
      `${siteUrl} answers${siteUrl.startsWith('https:') ? ', with a good certificate' : ''}.`,
    );
  const to = headers.get('location');
  return problem(
    'site.reached',
    to
      ? `${siteUrl} leads to ${originOf(to, siteUrl) ?? 'what is no address'} instead of answering.`
      : `What answers at ${siteUrl} is not this site (status ${status}).`,
    {
      why: to
        ? 'A form has to come from the address in SITE_URL, so that none works there.'
        : 'Either the proxy does not reach the site, or SITE_URL is of something else.',
      setting: onSite('SITE_URL'),
    },
  );
}

/** The site's own clock, where it differs: a proxy passes its Date on. */
function judgeSiteClock(health: Answer): Finding[] {
  const found = compareClocks(health);
  if (found.level === 'ok' || found.level === 'unknown') return [];
  return [{ ...found, id: 'site.clock', what: found.what.replace("the project's", "the site's") }];
}

/** What a visitor gets who types the name without https. */
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
    warning('site.plain', `${plain} answers without leading to https.`, {
      why: 'Whoever types the name without https stays on an address where no form works.',
      fix: 'Have the proxy answer with a redirect (308) to the same address with https.',
    }),
  ];
}

async function checkReadiness(context: Context): Promise<Finding[]> {
  const { status, body } = await context.askSite('/api/ready');
  const { for: waitsFor, notes } = (body ?? {}) as { for?: unknown; notes?: unknown };
  if (status === 503 && Array.isArray(waitsFor))
    return [
      problem('site.ready', `The site is not ready: it waits for ${waitsFor.join(' and ')}.`, {
        why: 'Nobody can sign in.',
        fix: 'The other findings say what of the project is missing. If there are none, this command and the site have different settings: compare their environment.',
      }),
    ];
  if (status !== 200)
    return [
      unknown('site.ready', `/api/ready answered ${status}.`, {
        fix: 'Let the proxy pass it on, for a monitor.',
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
  return problem('site.visitor-address', `The site gets no visitor's address in ${header}.`, {
    why: withoutNetworks,
    fix: `Have the proxy write the visitor's address there, and compare the number of your proxies with TRUSTED_PROXY_HOPS. nginx: proxy_set_header ${header} $remote_addr.`,
    setting: onSite('TRUSTED_PROXY_HEADER, TRUSTED_PROXY_HOPS'),
  });
}

async function checkIssuer(context: Context): Promise<Finding> {
  const { siteUrl } = context.environment;
  const answer = await context.askSite('/.well-known/openid-configuration');
  const { issuer } = (answer.body ?? {}) as { issuer?: unknown };
  if (issuer === siteUrl) return ok('site.issuer', `Apps find ${siteUrl} as the issuer.`);
  if (answer.status >= 500)
    return problem('site.issuer', `/.well-known/openid-configuration answers ${answer.status}.`, {
      why: 'No app could sign anybody in, now and then at least.',
      fix: 'Ask each process for /api/ready, past the proxy: one that is not ready has other settings, or starts.',
    });
  return typeof issuer === 'string'
    ? problem('site.issuer', `The site calls itself ${issuer}, and SITE_URL is ${siteUrl}.`, {
        why: 'This command and the site have different settings. No app could sign anybody in.',
        setting: onSite('SITE_URL'),
      })
    : problem('site.issuer', `Apps can't read /.well-known/openid-configuration (status ${answer.status}).`, {
        why: 'No app could sign anybody in.',
        fix: 'Let the proxy pass everything below /.well-known/ on, but for what it answers itself.',
      });
}
