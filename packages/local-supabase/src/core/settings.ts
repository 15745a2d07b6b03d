import { existsSync, readFileSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { z } from 'zod';
import { type CaptchaProvider, captchaProviders } from './captcha.ts';
import { defaultMails, type MailTemplate, readConfig, type Template, type TemplateName } from './config.ts';
import { parseOrFail } from './parse-or-fail.ts';
import { type PasskeySettings, readPasskeys } from './passkey-settings.ts';
import { type ProviderSettings, providerUrlVariable, readProviders } from './provider-settings.ts';
import { StartFailure } from './start-failure.ts';

/**
 * Races that Auth can lose because its transactions don't read uncommitted changes of others. Requests run one at a time
 * here, so tests turn a race on, which then always happens.
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
  LOCAL_SUPABASE_MAIL_HELD: onOrOff.optional(),
  LOCAL_SUPABASE_REQUEST_SECONDS: seconds.default(10),
  LOCAL_SUPABASE_RACES: races.default([]),
  // Supabase Auth's cost is 10; bcrypt's minimum is 4.
  LOCAL_SUPABASE_BCRYPT_COST: z.coerce.number().int().min(4).max(31).default(10),
});

/** Replaces the longer interval that a hosted project reads from config.toml, which would slow local use down. */
const localMailFrequencySeconds = 1;

export interface MailServerSettings {
  /** Holds each email until a release. */
  isHeld: boolean;
  /** Auth's request timeout, GOTRUE_API_MAX_REQUEST_DURATION at Supabase. */
  timeoutSeconds: number;
}

export interface AuthSettings {
  /** The base of links in emails, without a trailing slash. */
  siteUrl: string;
  redirectUrls: string[];
  accessTokenSeconds: number;
  reuseIntervalSeconds: number;
  allowSignUp: boolean;
  /** Whether users may sign up and in by email, with a password or a mailed code. */
  allowEmail: boolean;
  /** Whether an account must confirm its address by a mailed link or code before it can sign in. */
  confirmEmail: boolean;
  /** Whether users may link and unlink providers. */
  allowManualLinking: boolean;
  allowSolana: boolean;
  /** Whether authenticator apps can be enrolled. Enrolled ones work either way. */
  allowTotp: boolean;
  passkeys: PasskeySettings;
  /** Only the active ones. */
  providers: Record<string, ProviderSettings>;
  minimumPasswordLength: number;
  /** Each increment doubles the time to hash a password. */
  bcryptCost: number;
  /** Whether sessions older than a day need a mailed code to change the password. */
  securePasswordChange: boolean;
  mailFrequencySeconds: number;
  /** Simulates a mail server that is down: sending fails. */
  mailFails: boolean;
  races: readonly RaceName[];
  otpLength: number;
  otpSeconds: number;
}

export interface Settings {
  port: number;
  smtpPort: number;
  dataFolder: string;
  /** Absolute; null if the project has no migrations folder. */
  migrationsFolder: string | null;
  restSchemas: string[];
  auth: AuthSettings;
  mailServer: MailServerSettings;
  /** The captcha that Auth requires; null for none. */
  captcha: CaptchaProvider | null;
  templates: Record<TemplateName, MailTemplate>;
}

/**
 * Reads the environment and config.toml once. Throws StartFailure if either is invalid.
 * @param folder the base of relative paths, which contains `supabase/config.toml`
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
  // Without a config.toml, the Supabase CLI's defaults apply, unless a file was named.
  const isConfigured = existsSync(configFile) || environment.LOCAL_SUPABASE_CONFIG !== undefined;
  const { api, auth } = readConfig(isConfigured ? configFile : null);
  const played = Object.keys(auth.external).map((provider) => [
    providerUrlVariable(provider),
    url.optional(),
  ]);
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
      otpLength: environment.LOCAL_SUPABASE_OTP_LENGTH ?? auth.email.otp_length,
      otpSeconds: environment.LOCAL_SUPABASE_OTP_EXPIRY ?? auth.email.otp_expiry,
    },
    mailServer: {
      isHeld: environment.LOCAL_SUPABASE_MAIL_HELD ?? false,
      timeoutSeconds: environment.LOCAL_SUPABASE_REQUEST_SECONDS,
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

/** Relative to the folder of `supabase`, as in the Supabase CLI; for a config.toml elsewhere, to its own folder. */
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
