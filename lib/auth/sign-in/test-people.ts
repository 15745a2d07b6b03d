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

type Place = { embedded: boolean; siteUrl: string; supabaseUrl: string };

/** Whether the site and the local backend that `npm start` runs are both on this machine. */
export function hasTestPeople({ embedded, siteUrl, supabaseUrl }: Place): boolean {
  return embedded && isLocalSite(siteUrl) && isLocalSite(supabaseUrl);
}
