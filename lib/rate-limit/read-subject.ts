import 'server-only';
import { headers } from 'next/headers';
import { readClientAddress } from '../http/client-address.ts';
import type { RateLimitSubject } from './consume.ts';
import { recallKnownBrowser } from './known-browser.ts';
import { recallRequestedEmail } from './requested-email.ts';

/** The sender of this request, as a subject of limits. @param account as typed. */
export async function readSubject(account: string): Promise<RateLimitSubject> {
  const [address, knownBrowser, requestedEmail] = await Promise.all([
    headers().then(readClientAddress),
    recallKnownBrowser(account),
    recallRequestedEmail(account),
  ]);
  return { account, address, knownBrowser, requestedEmail };
}
