import { existsSync, readFileSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { z } from 'zod';
import { type CaptchaProvider, captchaProviders } from './captcha.ts';
import { defaultMails, type MailTemplate, readConfig, type Template, type TemplateName } from './config.ts';
import { parseOrFail } from './parse-or-fail.ts';
import { type PasskeySettings, readPasskeys } from './passkey-settings.ts';
import { type ProviderSettings, playedBy, readProviders } from './provider-settings.ts';
import { StartFailure } from './start-failure.ts';

/**
 * Races that Auth loses by bad luck, because its transactions read what others haven't committed yet. Requests come one
 * at a time here, so a test that wants a race plays it as if luck were always bad.
 */
const raceNames = [
  'mailed-links',
  'factor-codes',
  'factor-removals',
  'metadata',
  'refreshes',
  'wallet-accounts',
] as const;
export type RaceName = (typeof raceNames)[number];

/** 0 takes any free port. */
const port = z.coerce.number().int().min(0).max(65535);
const seconds = z.coerce.number().int().min(0);
/** Names with commas between them. */
const races = z
  .string()
  .transform((names) => names.split(','))
  .pipe(z.array(z.enum(raceNames)));
const url = z.url({ protocol: /^https?$/ });
const onOrOff = z.enum(['0', '1']).transform((value) => value === '1');

const Environment = z.object({
  NODE_ENV: z.string().optional(),
  LOCAL_SUPABASE_ALLOW: z.string().optional(),
  LOCAL_SUPABASE_PORT: port.default(54321),
  LOCAL_SUPABASE_DATA: z.string().min(1).default('.local/supabase'),
  LOCAL_SUPABASE_CONFIG: z.string().min(1).optional(),
  LOCAL_SUPABASE_MIGRATIONS: z.string().min(1).optional(),
  LOCAL_SMTP_PORT: port.default(54325),
  SITE_URL: url.optional(),
  LOCAL_SUPABASE_JWT_EXPIRY: seconds.optional(),
  LOCAL_SUPABASE_REUSE_INTERVAL: seconds.optional(),
  LOCAL_SUPABASE_OTP_EXPIRY: seconds.optional(),
  LOCAL_SUPABASE_MAIL_FREQUENCY: seconds.optional(),
  LOCAL_SUPABASE_EMAIL: onOrOff.optional(),
  LOCAL_SUPABASE_SIGN_UP: onOrOff.optional(),
  LOCAL_SUPABASE_MANUAL_LINKING: onOrOff.optional(),
  LOCAL_SUPABASE_WEB3: onOrOff.optional(),
  LOCAL_SUPABASE_TOTP: onOrOff.optional(),
  LOCAL_SUPABASE_OTP_LENGTH: z.coerce.number().int().min(6).max(10).optional(),
  LOCAL_SUPABASE_PASSWORD_LENGTH: z.coerce.number().int().min(6).max(72).optional(),
  LOCAL_SUPABASE_PASSKEYS: onOrOff.optional(),
  LOCAL_SUPABASE_RP_ID: z.string().optional(),
  LOCAL_SUPABASE_CAPTCHA: z.enum(captchaProviders).optional(),
  LOCAL_SUPABASE_MAIL_FAILS: onOrOff.optional(),
  LOCAL_SUPABASE_MAIL_SECONDS: seconds.optional(),
  LOCAL_SUPABASE_MAIL_HELD: onOrOff.optional(),
  LOCAL_SUPABASE_REQUEST_SECONDS: seconds.default(10),
  LOCAL_SUPABASE_RACES: races.default([]),
  LOCAL_SUPABASE_REFRESH_TOKENS: z.enum(['1', '2']).default('2'),
  // The work factor of Supabase Auth is 10, the lowest that bcrypt knows is 4.
  LOCAL_SUPABASE_BCRYPT_COST: z.coerce.number().int().min(4).max(31).default(10),
});

/** One mail to an address a second: a hosted project's pause (config.toml) would only be in the way here. */
const localMailFrequencySeconds = 1;

export interface MailServerSettings {
  seconds: number;
  /** It keeps each mail until it is told to let it go, whatever the seconds. */
  isHeld: boolean;
  /** Auth's patience, at Supabase GOTRUE_API_MAX_REQUEST_DURATION. */
  patienceSeconds: number;
}

export interface AuthSettings {
  /** The base of links in emails, without a slash at the end. */
  siteUrl: string;
  redirectUrls: string[];
  accessTokenSeconds: number;
  reuseIntervalSeconds: number;
  allowSignUp: boolean;
  /** Whether people may sign up and in with an e-mail, by password or mailed code. */
  allowEmail: boolean;
  /** Whether an account has to open the link of a mail, or give its code, before it can sign in. */
  confirmEmail: boolean;
  /** Whether people may add and remove providers themselves. */
  allowManualLinking: boolean;
  allowSolana: boolean;
  /** Whether an authenticator app can be set up. An existing one works. */
  allowTotp: boolean;
  passkeys: PasskeySettings;
  /** The ones that are on. */
  providers: Record<string, ProviderSettings>;
  minimumPasswordLength: number;
  /** Each one more doubles the work of a password's hash. */
  bcryptCost: number;
  /** A session older than a day needs a mailed code to change the password. */
  securePasswordChange: boolean;
  mailFrequencySeconds: number;
  /** Plays a mail server that is down: Auth can't send any email. */
  mailFails: boolean;
  races: readonly RaceName[];
  /** Whether new sessions get refresh tokens that are signed and counted, the second version of Supabase's. */
  hasCountedTokens: boolean;
  otpLength: number;
  otpSeconds: number;
}

export interface Settings {
  port: number;
  smtpPort: number;
  /** Absolute. */
  dataFolder: string;
  /** An absolute path; null if the project has no folder of migrations. */
  migrationsFolder: string | null;
  restSchemas: string[];
  auth: AuthSettings;
  mailServer: MailServerSettings;
  /** Whose captcha Auth asks for; null for none. */
  captcha: CaptchaProvider | null;
  templates: Record<TemplateName, MailTemplate>;
}

/**
 * Reads the environment and config.toml once. Throws StartFailure when either is not usable.
 * @param folder where relative paths begin: the folder that has `supabase/config.toml` in it
 */
export function readSettings(variables: NodeJS.ProcessEnv, folder = process.cwd()): Settings {
  const present = Object.fromEntries(Object.entries(variables).filter(([, value]) => value !== ''));
  const environment = parseOrFail(Environment, present, 'the environment');
  if (environment.NODE_ENV === 'production' && environment.LOCAL_SUPABASE_ALLOW !== '1') {
    throw new StartFailure(
      'The local Supabase is for development and does not start with NODE_ENV=production. Set LOCAL_SUPABASE_ALLOW=1 to start it all the same.',
    );
  }
  const configFile = resolve(folder, environment.LOCAL_SUPABASE_CONFIG ?? 'supabase/config.toml');
  // Without a config.toml, the defaults of the Supabase CLI apply, unless a file was named.
  const isConfigured = existsSync(configFile) || environment.LOCAL_SUPABASE_CONFIG !== undefined;
  const { api, auth } = readConfig(isConfigured ? configFile : null);
  const played = Object.keys(auth.external).map((provider) => [playedBy(provider), url.optional()]);
  parseOrFail(z.object(Object.fromEntries(played)), present, 'the environment');
  const { template } = auth.email;
  const read = (name: TemplateName): MailTemplate => {
    const own = template[name];
    return own ? readTemplate(configFile, own) : defaultMails[name];
  };
  const siteUrl = (environment.SITE_URL ?? auth.site_url).replace(/\/+$/, '');
  return {
    port: environment.LOCAL_SUPABASE_PORT,
    smtpPort: environment.LOCAL_SMTP_PORT,
    dataFolder: resolve(folder, environment.LOCAL_SUPABASE_DATA),
    migrationsFolder: findMigrations(folder, configFile, environment.LOCAL_SUPABASE_MIGRATIONS),
    restSchemas: api.schemas,
    auth: {
      siteUrl,
      redirectUrls: auth.additional_redirect_urls,
      accessTokenSeconds: environment.LOCAL_SUPABASE_JWT_EXPIRY ?? auth.jwt_expiry,
      reuseIntervalSeconds: environment.LOCAL_SUPABASE_REUSE_INTERVAL ?? auth.refresh_token_reuse_interval,
      allowSignUp: environment.LOCAL_SUPABASE_SIGN_UP ?? auth.enable_signup,
      allowEmail: environment.LOCAL_SUPABASE_EMAIL ?? auth.email.enabled ?? auth.email.enable_signup,
      confirmEmail: auth.email.enable_confirmations,
      allowManualLinking: environment.LOCAL_SUPABASE_MANUAL_LINKING ?? auth.enable_manual_linking,
      allowSolana: environment.LOCAL_SUPABASE_WEB3 ?? auth.web3.solana.enabled,
      allowTotp: environment.LOCAL_SUPABASE_TOTP ?? auth.mfa.totp.enroll_enabled,
      passkeys: readPasskeys({
        siteUrl,
        siteName: auth.webauthn?.rp_display_name ?? 'Local Supabase',
        isOn: environment.LOCAL_SUPABASE_PASSKEYS ?? auth.passkey.enabled,
        rpId: environment.LOCAL_SUPABASE_RP_ID,
      }),
      providers: readProviders(auth.external, present),
      minimumPasswordLength: environment.LOCAL_SUPABASE_PASSWORD_LENGTH ?? auth.minimum_password_length,
      bcryptCost: environment.LOCAL_SUPABASE_BCRYPT_COST,
      securePasswordChange: auth.email.secure_password_change,
      mailFrequencySeconds: environment.LOCAL_SUPABASE_MAIL_FREQUENCY ?? localMailFrequencySeconds,
      mailFails: environment.LOCAL_SUPABASE_MAIL_FAILS ?? false,
      races: environment.LOCAL_SUPABASE_RACES,
      hasCountedTokens: environment.LOCAL_SUPABASE_REFRESH_TOKENS === '2',
      otpLength: environment.LOCAL_SUPABASE_OTP_LENGTH ?? auth.email.otp_length,
      otpSeconds: environment.LOCAL_SUPABASE_OTP_EXPIRY ?? auth.email.otp_expiry,
    },
    mailServer: {
      seconds: environment.LOCAL_SUPABASE_MAIL_SECONDS ?? 0,
      isHeld: environment.LOCAL_SUPABASE_MAIL_HELD ?? false,
      patienceSeconds: environment.LOCAL_SUPABASE_REQUEST_SECONDS,
    },
    captcha: environment.LOCAL_SUPABASE_CAPTCHA ?? null,
    templates: {
      confirmation: read('confirmation'),
      recovery: read('recovery'),
      magic_link: read('magic_link'),
      email_change: read('email_change'),
      reauthentication: read('reauthentication'),
    },
  };
}

/** Read from the folder of `supabase`, as the Supabase CLI does; beside a config.toml elsewhere, from its own folder. */
function readTemplate(configFile: string, { subject, content_path }: z.infer<typeof Template>): MailTemplate {
  const own = dirname(configFile);
  const file = resolve(basename(own) === 'supabase' ? dirname(own) : own, content_path);
  try {
    return { subject, html: readFileSync(file, 'utf8') };
  } catch {
    throw new StartFailure(`Cannot read the email template ${file}, which ${configFile} names.`);
  }
}

function findMigrations(folder: string, configFile: string, named: string | undefined): string | null {
  const found = named === undefined ? join(dirname(configFile), 'migrations') : resolve(folder, named);
  if (existsSync(found)) return found;
  if (named === undefined) return null;
  throw new StartFailure(`There is no folder ${found} with migrations.`);
}
