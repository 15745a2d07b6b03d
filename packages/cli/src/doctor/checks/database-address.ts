import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import type { Check } from '../context.ts';
import { type Finding, ok, problem, warning } from '../finding.ts';
import { onSite } from '../settings.ts';

/** The connection string that `npm run schema` uses, where there is one. */
export const databaseAddress: Check = {
  name: 'Database address',
  async run({ databaseUrl }) {
    if (!databaseUrl) return [];
    const host = URL.canParse(databaseUrl) ? new URL(databaseUrl).hostname.replace(/^\[|\]$/g, '') : '';
    if (!host)
      return [
        problem('database-address', 'SUPABASE_DB_URL is no connection string.', {
          fix: 'Copy it from the Dashboard, at Connect. Special characters of the password are written as %40 and the like.',
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
    return problem('database-address', `The database's host ${host} is not known.`, { setting });
  if (families.includes(4)) return ok('database-address', `The database's host ${host} has an IPv4 address.`);
  return warning('database-address', `The database's host ${host} has an IPv6 address only.`, {
    why: 'From many networks and CI machines it cannot be reached.',
    fix: 'Use the session pooler of the Dashboard, at Connect, or buy the IPv4 add-on.',
    setting,
  });
}
