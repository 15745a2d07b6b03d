import 'server-only';
import { headers } from 'next/headers';
import { readClientAddress } from '../http/client-address.ts';
import type { RateLimitSubject } from './consume.ts';
import { recallDevice } from './device-cookie.ts';
import { readAskedMail } from './requested-email.ts';

/** The sender of this request, as a subject of limits. @param account as typed. */
export async function readSubject(account: string): Promise<RateLimitSubject> {
  const [address, knownBrowser, askedMail] = await Promise.all([
    headers().then(readClientAddress),
    recallDevice(account),
    readAskedMail(account),
  ]);
  return { account, address, knownBrowser, askedMail };
}
