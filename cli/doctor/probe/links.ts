import { textOf } from '../ask.ts';
import { fixSiteUrlFirst } from '../checks/site-url.ts';
import type { Context } from '../context.ts';
import { type Finding, ok, problem } from '../finding.ts';
import { settings } from '../settings.ts';

/** The code length that this site's fields accept. */
const digits = 6;

/** Generates the links and codes of mails without sending them. */
export async function checkLinks(
  context: Context,
  email: string,
): Promise<{ findings: Finding[]; tokenHash: string }> {
  const { siteUrl } = context.environment;
  const make = (redirectTo?: string) =>
    context.askAuthAsServer('/admin/generate_link', {
      body: { type: 'magiclink', email, ...(redirectTo && { redirect_to: redirectTo }) },
    });
  const plain = await make();
  const callback = `${siteUrl}/auth/callback`;
  const first = await fixSiteUrlFirst(context);
  const back = await make(callback);
  return {
    findings: [
      judgeSiteUrl(textOf(plain, 'redirect_to'), siteUrl, first),
      judgeRedirect(textOf(back, 'redirect_to'), callback, first),
      judgeCode(textOf(back, 'email_otp')),
    ],
    tokenHash: textOf(back, 'hashed_token'),
  };
}

function judgeSiteUrl(told: string, siteUrl: string, first: { fix?: string }): Finding {
  if (told.replace(/\/$/, '') === siteUrl)
    return ok('probe.site-url', `The project's Site URL is ${siteUrl}.`);
  return problem(
    'probe.site-url',
    `The project's Site URL is ${told || 'empty'}, but SITE_URL is ${siteUrl}.`,
    {
      why: 'Links in emails point to the wrong site.',
      setting: settings.siteUrl,
      ...first,
    },
  );
}

function judgeRedirect(told: string, callback: string, first: { fix?: string }): Finding {
  if (told === callback) return ok('probe.redirects', 'Auth redirects people back to this site.');
  return problem('probe.redirects', `Auth does not redirect to ${callback}.`, {
    why: "OAuth sign-ins don't return to this site, and mailed links lose the page people came from.",
    setting: settings.redirectUrls,
    ...first,
  });
}

function judgeCode(code: string): Finding {
  if (code.length === digits) return ok('probe.code-length', 'Codes have six digits.');
  return problem('probe.code-length', `Codes have ${code.length} digits, but this site expects six.`, {
    why: "Mailed codes can't be entered.",
    setting: settings.codeLength,
  });
}
