import type { Account } from '../e2e/fixtures/account.ts';
import { type HttpClient, openHttpClient } from '../e2e/fixtures/http-client.ts';
import { readForms } from '../e2e/fixtures/page-forms.ts';
import type { RawAnswer } from '../e2e/fixtures/raw-request.ts';

/** A user whose browser has no JavaScript. Signs in where required, and consents to an app's request. */
export type Person = {
  visitor: HttpClient;
  /** Follows an app's link to the site. @returns the app's callback URL, with the response in its query */
  signInAndConsent(address: string): Promise<string>;
};

/** More than any sign-in takes. */
const mostSteps = 20;

export function openPerson(siteUrl: string, account: Account): Person {
  const visitor = openHttpClient(siteUrl);
  const share = async (path: string, html: string): Promise<RawAnswer> => {
    const form = readForms(html).find(({ action }) => action?.endsWith('/decide'));
    if (!form) throw new Error(`${path} is neither a way on nor a question of an app:\n${html}`);
    const body = new URLSearchParams({ ...form.hidden, answer: 'share' });
    // Shares each offered wallet.
    for (const [box] of html.matchAll(/<input\b[^>]*type="checkbox"[^>]*>/g))
      body.append(readAttribute(box, 'name'), readAttribute(box, 'value'));
    return visitor.send({
      method: 'POST',
      path: form.action || path,
      headers: { origin: siteUrl, 'content-type': 'application/x-www-form-urlencoded' },
      body: Buffer.from(body.toString()),
    });
  };
  const signInAndConsent = async (address: string): Promise<string> => {
    let path = new URL(address).href.slice(siteUrl.length);
    let answer = await visitor.get(path);
    for (let step = 0; step < mostSteps; step++) {
      const next = answer.headers.location ?? readRefresh(answer.text);
      if (next) {
        const url = new URL(next, siteUrl);
        if (url.origin !== siteUrl) return url.href;
        path = url.pathname + url.search;
        answer = url.pathname === '/sign-in' ? await signIn(path) : await visitor.get(path);
      } else {
        answer = await share(path, answer.text);
      }
    }
    throw new Error(`No way back to the app after ${mostSteps} steps, the last at ${path}.`);
  };
  const signIn = (path: string) =>
    visitor.press(`${path}${path.includes('?') ? '&' : '?'}step=password`, 'Sign in', account);
  return { visitor, signInAndConsent };
}

/** The target of a page's meta refresh. */
function readRefresh(html: string): string | undefined {
  const [meta] = /<meta\b[^>]*http-equiv="refresh"[^>]*>/i.exec(html) ?? [];
  return meta && /url=([^"]*)/i.exec(meta)?.[1]?.replaceAll('&amp;', '&');
}

function readAttribute(tag: string, name: string): string {
  return (new RegExp(`\\b${name}="([^"]*)"`).exec(tag)?.[1] ?? '').replaceAll('&amp;', '&');
}
