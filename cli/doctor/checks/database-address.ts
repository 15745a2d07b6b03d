import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import type { Check } from '../context.ts';
import { type Finding, ok, problem, warning } from '../finding.ts';
import { onSite } from '../settings.ts';

/** Checks the connection string of `npm run schema`, if it is set. */
export const databaseAddress: Check = {
  name: 'Database address',
  async run({ databaseUrl }) {
    if (!databaseUrl) return [];
    const host = URL.canParse(databaseUrl) ? new URL(databaseUrl).hostname.replace(/^\[|\]$/g, '') : '';
    if (!host)
      return [
        problem('database-address', 'SUPABASE_DB_URL is not a connection string.', {
          fix: 'Copy it from the Dashboard, under Connect. Percent-encode special characters in the password, such as %40.',
          setting: onSite('SUPABASE_DB_URL'),
        }),
      ];
    return [judgeAddresses(host, await findFamilies(host))];
  },
};

async function findFamilies(host: string): Promise<number[]> {
  if (isIP(host) !== 0) return [isIP(host)];
  const found = await lookup(host, { all: true }).catch(() => []);
  return found.map(({ family }) => family);
}

export function judgeAddresses(host: string, families: number[]): Finding {
  const setting = onSite('SUPABASE_DB_URL');
  if (families.length === 0)
    return problem('database-address', `The database's host ${host} could not be resolved.`, { setting });
  if (families.includes(4)) return ok('database-address', `The database's host ${host} has an IPv4 address.`);
  return warning('database-address', `The database's host ${host} has only an IPv6 address.`, {
    why: "Many networks and CI machines can't reach it.",
    fix: 'Use the session pooler from the Dashboard, under Connect, or buy the IPv4 add-on.',
    setting,
  });
}
