import 'server-only';
import { headers } from 'next/headers';
import { readAskedMail } from './asked-mail.ts';
import { readKnownBrowser } from './known-browser.ts';
import { readPersonAddress } from './person-address.ts';
import type { Attempter } from './take-attempt.ts';

/** Who sent this request, for counting what they try. @param account what they try to get in to, as they typed it. */
export async function readAttempter(account: string): Promise<Attempter> {
  const [address, knownBrowser, askedMail] = await Promise.all([
    headers().then(readPersonAddress),
    readKnownBrowser(account),
    readAskedMail(account),
  ]);
  return { account, address, knownBrowser, askedMail };
}
