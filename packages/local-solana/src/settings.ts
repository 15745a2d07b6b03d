import { z } from 'zod';
import { StartFailure } from './start-failure.ts';

const Environment = z.object({
  NODE_ENV: z.string().optional(),
  LOCAL_SOLANA_ALLOW: z.string().optional(),
  /** 0 takes any free port. */
  LOCAL_SOLANA_PORT: z.coerce.number().int().min(0).max(65535).default(8899),
  SITE_URL: z.url({ protocol: /^https?$/ }).optional(),
});

export type Settings = {
  port: number;
  /** The origin of the site whose pages may ask, besides those of this machine. */
  siteOrigin: string | null;
};

/** Reads the environment. Throws StartFailure with one line that names what is wrong. */
export function readSettings(variables: Record<string, string | undefined>): Settings {
  const set = Object.fromEntries(Object.entries(variables).filter(([, value]) => value?.trim()));
  const read = Environment.safeParse(set);
  if (!read.success) {
    const names = read.error.issues.map((issue) => String(issue.path[0]));
    throw new StartFailure(`Cannot use the environment: ${[...new Set(names)].join(', ')}.`);
  }
  const { NODE_ENV, LOCAL_SOLANA_ALLOW, LOCAL_SOLANA_PORT, SITE_URL } = read.data;
  if (NODE_ENV === 'production' && LOCAL_SOLANA_ALLOW !== '1') {
    throw new StartFailure(
      'The local chain is for development and does not start with NODE_ENV=production. Set LOCAL_SOLANA_ALLOW=1 to start it all the same.',
    );
  }
  return { port: LOCAL_SOLANA_PORT, siteOrigin: SITE_URL ? new URL(SITE_URL).origin : null };
}
