import 'server-only';
import { headers } from 'next/headers';
import { readPersonAddress } from '../http/client-address.ts';
import { readAskedMail } from './asked-mail.ts';
import type { Attempter } from './consume.ts';
import { readKnownBrowser } from './device-cookie.ts';

/** Who sent this request, for counting what they try. @param account what they try to get in to, as they typed it. */
export async function readAttempter(account: string): Promise<Attempter> {
  const [address, knownBrowser, askedMail] = await Promise.all([
    headers().then(readPersonAddress),
    readKnownBrowser(account),
    readAskedMail(account),
  ]);
  return { account, address, knownBrowser, askedMail };
}
