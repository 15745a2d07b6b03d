import { z } from 'zod';
import { parseBranding } from './branding.ts';
import { chooseCaptcha, missingOfCaptcha } from './captcha.ts';
import { errors } from './errors.ts';
import { firstSet, settingSchemas } from './settings.ts';
import { chooseSolanaEndpoint } from './solana-endpoint.ts';

type Variables = Record<string, string | undefined>;

/** Origins have no trailing slash. */
export type Environment = ReturnType<typeof describe>;

type ReadEnvironment = { ok: true; environment: Environment } | { ok: false; message: string };

/** Allowed only with the local backend: without minimum times, responses reveal whether an address has an account. */
const localOnly = ['LOCAL_MINIMUM_TIMES', 'LOCAL_BACKEND_TIMEOUT'] as const;
const Settings = z.object(settingSchemas).superRefine((settings, context) => {
  const set = localOnly.filter((name) => settings[name] !== undefined);
  const wrong = [...(settings.COUNTERSIGN_EMBEDDED === '1' ? [] : set), ...missingOfCaptcha(settings)];
  for (const name of wrong) context.addIssue({ code: 'custom', path: [name] });
});

/** @returns the settings, or one line that names the wrong ones, without their secret values. Never throws. @param pictures not read `elsewhere`. */
export function readEnvironment(variables: Variables, pictures?: 'elsewhere'): ReadEnvironment {
  const given: Variables = Object.fromEntries(
    Object.keys(settingSchemas).map((name) => [name, firstSet(variables, name)]),
  );
  given.SITE_URL ??= `http://localhost:${variables.PORT || 3000}`;
  given.LOG_REQUESTS ??= isDeployed(variables) ? '1' : '0';
  given.LOG_FORMAT ??= isDeployed(variables) ? 'json' : 'text';
  given.TRUSTED_PROXY_HOPS ??= '1';
  const lone = ['SITE_LOGO', 'SITE_COLOR'].filter((name) => given[`${name}_DARK`] && !given[name]);
  if (pictures) for (const name of ['SITE_LOGO', 'SITE_LOGO_DARK', 'SITE_ICON']) delete given[name];
  const parsed = Settings.safeParse(given);
  if (parsed.success && lone.length === 0) return { ok: true, environment: describe(parsed.data) };
  const reasons = new Map(lone.map((name) => [name, `missing (${name}_DARK needs it)`]));
  for (const { path, message } of parsed.error?.issues ?? []) reasons.set(String(path[0]), message);
  return { ok: false, message: describeProblems(reasons, given) };
}

function describe(settings: z.infer<typeof Settings>) {
  const embedded = settings.COUNTERSIGN_EMBEDDED === '1';
  const branding = parseBranding(settings);
  return {
    supabaseUrl: settings.SUPABASE_URL,
    supabasePublishableKey: settings.SUPABASE_PUBLISHABLE_KEY,
    supabaseSecretKey: settings.SUPABASE_SECRET_KEY,
    /** The current key, then the previous one. Either opens what was sealed with it. */
    secretKeys: [settings.SUPABASE_SECRET_KEY, settings.SUPABASE_SECRET_KEY_PREVIOUS ?? []].flat(),
    /** supabase-js's name: `<ref>` is the first label of the project's host name. */
    sessionCookieName: `sb-${new URL(settings.SUPABASE_URL).hostname.split('.')[0]}-auth-token`,
    jwtIssuer: settings.SUPABASE_JWT_ISSUER ?? `${settings.SUPABASE_URL}/auth/v1`,
    siteUrl: settings.SITE_URL,
    siteHost: new URL(settings.SITE_URL).host,
    branding,
    intro: readIntro(settings.SITE_INTRO),
    pictures: {
      logo: settings.SITE_LOGO ?? null,
      /** Also null where the logo fits both themes. */
      darkLogo: settings.SITE_LOGO_DARK ?? null,
      icon: settings.SITE_ICON ?? null,
    },
    embedded,
    mailboxUrl: settings.MAILBOX_URL ?? null,
    hasMinimumTimes: settings.LOCAL_MINIMUM_TIMES !== 'off',
    backendTimeoutInMilliseconds: (settings.LOCAL_BACKEND_TIMEOUT ?? 5) * 1000,
    /** The chain that statements name, such as `solana:mainnet`. */
    chain: `solana:${settings.SOLANA_CLUSTER ?? 'mainnet'}` as const,
    solana: chooseSolanaEndpoint({
      embedded,
      cluster: settings.SOLANA_CLUSTER,
      rpcUrl: settings.SOLANA_RPC_URL,
      localChainUrl: settings.LOCAL_SOLANA_URL,
    }),
    mwaReflector: settings.MWA_REFLECTOR ?? null,
    smtpUrl: settings.SMTP_URL ?? null,
    mailFrom: settings.MAIL_FROM ?? `"${branding.siteName}" <countersign@localhost>`,
    captcha: chooseCaptcha(settings, embedded),
    docsUrl: settings.DOCS_URL ?? null,
    hasDeveloperApps: settings.DEVELOPER_APPS === 'on',
    cleansUp: settings.CLEAN_UP !== 'off',
    shutdownDelayInMilliseconds: (settings.SHUTDOWN_DELAY ?? 0) * 1000,
    logRequests: settings.LOG_REQUESTS === '1',
    logsJson: settings.LOG_FORMAT === 'json',
    metrics: { token: settings.METRICS_TOKEN ?? null, port: settings.METRICS_PORT ?? null },
    locationHeader: settings.LOCATION_HEADER ?? null,
    trustedProxy: readProxy(settings.TRUSTED_PROXY_HEADER, settings.TRUSTED_PROXY_HOPS),
  };
}

/** `text` is the team's own: a heading and up to three lines. */
function readIntro(lines: string[] = []): {
  isShown: boolean;
  text: { heading: string; lines: string[] } | null;
} {
  const [heading = 'on', ...others] = lines;
  const isSwitch = others.length === 0 && /^(on|off)$/i.test(heading);
  return {
    isShown: !isSwitch || heading.toLowerCase() === 'on',
    text: isSwitch ? null : { heading, lines: others },
  };
}

/** Null if unset: no header is trusted. */
function readProxy(
  header: string | undefined,
  hops: number,
): { header: string; hops: number } | 'none' | null {
  if (header === undefined) return null;
  return header.toLowerCase() === 'none' ? 'none' : { header, hops };
}

function isDeployed(variables: Variables): boolean {
  return variables.NODE_ENV === 'production' && variables.COUNTERSIGN_EMBEDDED !== '1';
}

function describeProblems(reasons: Map<string, string>, given: Variables): string {
  const names = [...reasons.keys()];
  if (
    given.SUPABASE_PUBLISHABLE_KEY?.startsWith('sb_secret_') &&
    given.SUPABASE_SECRET_KEY?.startsWith('sb_publishable_')
  )
    return 'SUPABASE_PUBLISHABLE_KEY and SUPABASE_SECRET_KEY are swapped. Exchange them in the environment or in .env.local.';
  const problems = names
    .map((name) => `${name} is ${describeReason(reasons.get(name), given[name] ? 'malformed' : 'missing')}`)
    .join(', ');
  const required = errors['config.backend_required'];
  return names.includes('SUPABASE_URL') || names.includes('SUPABASE_PUBLISHABLE_KEY')
    ? `${required.title} ${problems}. ${required.hint}`
    : `Configuration error. ${problems}. Set ${names.join(' and ')} in the environment or in .env.local.`;
}

/** The schema's own words, such as `not a color`. The library's name no setting. */
function describeReason(message = 'Invalid', otherwise: string): string {
  return /^(Invalid|Too|Unrecognized)/.test(message) ? otherwise : message;
}

let current: Environment | undefined;

/** The settings of this process. Throws if they are invalid, but `instrumentation.ts` refuses to start before that. */
export function environment(): Environment {
  if (!current) {
    const read = readEnvironment(process.env);
    if (!read.ok) throw new Error(read.message);
    current = read.environment;
  }
  return current;
}
