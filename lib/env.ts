import { z } from 'zod';
import { type Captcha, captchaSettings, chooseCaptcha, missingOfCaptcha } from './captcha.ts';
import { errors } from './errors.ts';
import { furnishHouse, type House, houseSettings } from './house.ts';
import {
  type Cluster,
  chooseSolanaEndpoint,
  clusters,
  noEndpoint,
  type SolanaEndpoint,
} from './solana-endpoint.ts';
import { furnishWatching, type Watching, watchingSettings } from './watching.ts';

/** What the server reads from its environment, parsed once. Origins have no trailing slash. */
export type Environment = {
  supabaseUrl: string;
  supabasePublishableKey: string;
  supabaseSecretKey: string;
  /** The secret key before this one, or null: session cookies that it sealed still open. Supabase never sees it. */
  previousSecretKey: string | null;
  /** Who the project's access tokens are from. */
  jwtIssuer: string;
  /** Origin that people open. Decides links, `Secure` on cookies, and the domain of a statement. */
  siteUrl: string;
  /** What the site is called, and where its team says more. */
  house: House;
  /** Running against the local backend: offers the demo wallet and a link to the mailbox. */
  embedded: boolean;
  /** Page of the local mailbox, in embedded mode only. */
  mailboxUrl: string | null;
  /** Whether answers take their minimum time. Only tests on the local backend do without, where they wait for hundreds. */
  hasMinimumTimes: boolean;
  /** For how long the backend is waited for. Longer in tests on the local backend, where a busy machine is no outage. */
  backendTimeoutInMilliseconds: number;
  /** The chain that statements are for, like `solana:mainnet`. */
  chain: `solana:${Cluster}`;
  /** Where browsers ask for balances, or null: then none are shown. */
  solana: SolanaEndpoint | null;
  /** Host of the reflector that pages reach phones through, or null: then a wallet on another phone is not offered. */
  mwaReflector: string | null;
  /** Where our own notices are sent, or null: then there are none, and the pages say so. */
  smtpUrl: string | null;
  /** Who our notices are from. */
  mailFrom: string;
  /** The captcha that the project asks for, or null: then its forms have none. */
  captcha: Captcha | null;
  /** Whether people may register apps of their own, at `/developers`. */
  hasDeveloperApps: boolean;
  /** Whether this server has the database forget what is old. Not where the team schedules that itself. */
  cleansUp: boolean;
  /** How long a process that was asked to end goes on answering, while `/api/health` says so to whoever balances. */
  shutdownDelayInMilliseconds: number;
  /** Whether each request becomes a line of the log. By default in production, and not for a newcomer's own terminal. */
  logRequests: boolean;
  /**
   * Where a person's network address is read: the header in which a proxy of the team writes it; `none`, without a proxy
   * in front, of the connection; or null where it was not said: then nobody is believed about theirs.
   */
  trustedProxy: { header: string; hops: number } | 'none' | null;
} & Watching;

type Variables = Record<string, string | undefined>;
type ReadEnvironment = { ok: true; environment: Environment } | { ok: false; message: string };

/** Each setting, with the other names that hosting integrations give it. */
export const supabaseVariables = {
  SUPABASE_URL: ['NEXT_PUBLIC_SUPABASE_URL'],
  SUPABASE_PUBLISHABLE_KEY: [
    'NEXT_PUBLIC_SUPABASE_PUBLISHABLE_KEY',
    'SUPABASE_ANON_KEY',
    'NEXT_PUBLIC_SUPABASE_ANON_KEY',
  ],
  SUPABASE_SECRET_KEY: ['SUPABASE_SERVICE_ROLE_KEY'],
} as const;

const jwt = String.raw`eyJ[\w-]+\.[\w-]+\.[\w-]+`;
const secretKey = z.string().regex(new RegExp(`^(sb_secret_[\\w-]+|${jwt})$`));
const origin = z.url({ protocol: /^https?$/ }).transform((value, context) => {
  const url = new URL(value);
  if (url.pathname !== '/' || url.search || url.hash || url.username) {
    context.addIssue({ code: 'custom', message: 'not an origin' });
  }
  return url.origin;
});

/** A host, with a port or without: the mobile wallet protocol puts `wss://` before it and `/reflect` behind. */
const host = z
  .string()
  .regex(/^[a-z0-9]([a-z0-9.-]*[a-z0-9])?(:\d{1,5})?$/i)
  .refine((value) => URL.canParse(`wss://${value}`))
  .transform((value) => new URL(`wss://${value}`).host);

/** For the local backend alone: an answer without its minimum time tells whether an address has an account. */
const localOnly = ['LOCAL_MINIMUM_TIMES', 'LOCAL_BACKEND_TIMEOUT'] as const;
const Settings = z
  .object({
    SUPABASE_URL: origin,
    SUPABASE_PUBLISHABLE_KEY: z.string().regex(new RegExp(`^(sb_publishable_[\\w-]+|${jwt})$`)),
    SUPABASE_SECRET_KEY: secretKey,
    SUPABASE_SECRET_KEY_PREVIOUS: secretKey.optional(),
    SUPABASE_JWT_ISSUER: z.url().optional(),
    SITE_URL: origin,
    COUNTERSIGN_EMBEDDED: z.literal('1').optional(),
    MAILBOX_URL: z.url().optional(),
    LOCAL_MINIMUM_TIMES: z.literal('off').optional(),
    LOCAL_BACKEND_TIMEOUT: z.coerce.number().int().min(1).max(600).optional(),
    SOLANA_CLUSTER: z.enum(clusters).optional(),
    SOLANA_RPC_URL: z.union([z.literal(noEndpoint), z.url({ protocol: /^https?$/ })]).optional(),
    LOCAL_SOLANA_URL: z.url({ protocol: /^http$/ }).optional(),
    MWA_REFLECTOR: host.optional(),
    SMTP_URL: z.url({ protocol: /^smtps?$/ }).optional(),
    MAIL_FROM: z.string().optional(),
    ...houseSettings,
    ...captchaSettings,
    ...watchingSettings,
    DEVELOPER_APPS: z.enum(['on', 'off']).optional(),
    CLEAN_UP: z.enum(['on', 'off']).optional(),
    SHUTDOWN_DELAY: z.coerce.number().int().min(0).max(300).optional(),
    LOG_REQUESTS: z.enum(['0', '1']),
    TRUSTED_PROXY_HEADER: z
      .string()
      .regex(/^[A-Za-z0-9-]+$/)
      .optional(),
    TRUSTED_PROXY_HOPS: z.coerce.number().int().min(1).max(10),
  })
  .superRefine((settings, context) => {
    const set = localOnly.filter((name) => settings[name] !== undefined);
    const wrong = [...(settings.COUNTERSIGN_EMBEDDED === '1' ? [] : set), ...missingOfCaptcha(settings)];
    for (const name of wrong) context.addIssue({ code: 'custom', path: [name] });
  });

/** Each setting by its first name. */
export const settingNames = Object.keys(Settings.shape);

/** A setting by its first name, or by one that hosting integrations give it. Blank counts as not set. */
export function firstSet(variables: Variables, name: string): string | undefined {
  const others: Record<string, readonly string[]> = supabaseVariables;
  return [name, ...(others[name] ?? [])].map((one) => variables[one]?.trim()).find(Boolean);
}

/**
 * Reads and checks the environment. Never throws.
 * @returns the settings, or one line that names what is missing or malformed and where to put it. The line
 * never repeats a value, since that may be a secret.
 */
export function readEnvironment(variables: Variables): ReadEnvironment {
  const given: Variables = Object.fromEntries(settingNames.map((name) => [name, firstSet(variables, name)]));
  given.SITE_URL ??= `http://localhost:${variables.PORT || 3000}`;
  given.LOG_REQUESTS ??= isDeployed(variables) ? '1' : '0';
  given.TRUSTED_PROXY_HOPS ??= '1';
  const parsed = Settings.safeParse(given);
  if (!parsed.success) {
    const names = [...new Set(parsed.error.issues.map((issue) => String(issue.path[0])))];
    return { ok: false, message: sayWhatIsWrong(names, given) };
  }
  const settings = parsed.data;
  const house = furnishHouse(settings);
  return {
    ok: true,
    environment: {
      supabaseUrl: settings.SUPABASE_URL,
      supabasePublishableKey: settings.SUPABASE_PUBLISHABLE_KEY,
      supabaseSecretKey: settings.SUPABASE_SECRET_KEY,
      previousSecretKey: settings.SUPABASE_SECRET_KEY_PREVIOUS ?? null,
      jwtIssuer: settings.SUPABASE_JWT_ISSUER ?? `${settings.SUPABASE_URL}/auth/v1`,
      siteUrl: settings.SITE_URL,
      house,
      embedded: settings.COUNTERSIGN_EMBEDDED === '1',
      mailboxUrl: settings.MAILBOX_URL ?? null,
      hasMinimumTimes: settings.LOCAL_MINIMUM_TIMES !== 'off',
      backendTimeoutInMilliseconds: (settings.LOCAL_BACKEND_TIMEOUT ?? 5) * 1000,
      chain: `solana:${settings.SOLANA_CLUSTER ?? 'mainnet'}`,
      solana: chooseSolanaEndpoint({
        embedded: settings.COUNTERSIGN_EMBEDDED === '1',
        cluster: settings.SOLANA_CLUSTER,
        rpcUrl: settings.SOLANA_RPC_URL,
        localChainUrl: settings.LOCAL_SOLANA_URL,
      }),
      mwaReflector: settings.MWA_REFLECTOR ?? null,
      smtpUrl: settings.SMTP_URL ?? null,
      mailFrom: settings.MAIL_FROM ?? `"${house.siteName}" <countersign@localhost>`,
      captcha: chooseCaptcha(settings, settings.COUNTERSIGN_EMBEDDED === '1'),
      hasDeveloperApps: settings.DEVELOPER_APPS === 'on',
      cleansUp: settings.CLEAN_UP !== 'off',
      shutdownDelayInMilliseconds: (settings.SHUTDOWN_DELAY ?? 0) * 1000,
      logRequests: settings.LOG_REQUESTS === '1',
      ...furnishWatching(settings, isDeployed(variables)),
      trustedProxy: readProxy(settings.TRUSTED_PROXY_HEADER, settings.TRUSTED_PROXY_HOPS),
    },
  };
}

function readProxy(header: string | undefined, hops: number): Environment['trustedProxy'] {
  if (header === undefined) return null;
  return header.toLowerCase() === 'none' ? 'none' : { header, hops };
}

function isDeployed(variables: Variables): boolean {
  return variables.NODE_ENV === 'production' && variables.COUNTERSIGN_EMBEDDED !== '1';
}

function sayWhatIsWrong(names: string[], given: Variables): string {
  if (
    given.SUPABASE_PUBLISHABLE_KEY?.startsWith('sb_secret_') &&
    given.SUPABASE_SECRET_KEY?.startsWith('sb_publishable_')
  )
    return 'SUPABASE_PUBLISHABLE_KEY and SUPABASE_SECRET_KEY are in the place of each other. Exchange them in the environment or in .env.local.';
  const problems = names.map((name) => `${name} is ${given[name] ? 'malformed' : 'missing'}`).join(', ');
  const required = errors['config.backend_required'];
  return names.includes('SUPABASE_URL') || names.includes('SUPABASE_PUBLISHABLE_KEY')
    ? `${required.title} ${problems}. ${required.hint}`
    : `A setting needs attention. ${problems}. Set ${names.join(' and ')} in the environment or in .env.local.`;
}

let current: Environment | undefined;

/** The settings of this process. Throws when they are missing: `instrumentation.ts` has refused to start by then. */
export function environment(): Environment {
  if (!current) {
    const read = readEnvironment(process.env);
    if (!read.ok) throw new Error(read.message);
    current = read.environment;
  }
  return current;
}
