import { createHmac } from 'node:crypto';
import { isLocalSite } from '../../apps/check-registration.ts';

export type TestPerson = { email: string; wallets: number; label: string };

/** Accounts that `npm start` adds to its local backend, so that developers of apps can sign in as each. */
export const testPeople: TestPerson[] = [
  { email: 'no-wallet@example.com', wallets: 0, label: 'No wallet' },
  { email: 'one-wallet@example.com', wallets: 1, label: 'One wallet' },
  { email: 'three-wallets@example.com', wallets: 3, label: 'Three wallets' },
];

/** Known only to this machine, so that a site that others can reach later may keep the people. */
export function deriveTestPassword(secretKey: string): string {
  return createHmac('sha256', secretKey).update('password of the test people').digest('base64url');
}

/** `host` is the address that `npm start` binds the site to. */
export type Place = { embedded: boolean; host: string | undefined; siteUrl: string; supabaseUrl: string };

/** Whether only this machine reaches the site and the local backend that `npm start` runs. */
export function hasTestPeople({ embedded, host, siteUrl, supabaseUrl }: Place): boolean {
  return embedded && host === 'localhost' && isLocalSite(siteUrl) && isLocalSite(supabaseUrl);
}
