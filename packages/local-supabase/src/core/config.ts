import { readFileSync } from 'node:fs';
import { parse } from 'smol-toml';
import { z } from 'zod';
import { parseOrFail } from './parse-or-fail.ts';
import { PasskeyConfig, WebauthnConfig } from './passkey-settings.ts';
import { ExternalConfig } from './provider-settings.ts';
import { StartFailure } from './start-failure.ts';

export const Template = z.object({ subject: z.string(), content_path: z.string() });

const Email = z.object({
  /** Newer name of `enable_signup`, which turns both sign-up and sign-in by email on or off in the CLI. */
  enabled: z.boolean().optional(),
  enable_signup: z.boolean().default(true),
  enable_confirmations: z.boolean().default(false),
  double_confirm_changes: z
    .literal(true, 'must be true: a change of address is confirmed at both addresses here')
    .default(true),
  secure_password_change: z.boolean().default(false),
  otp_length: z.number().int().min(6).max(10).default(6),
  otp_expiry: z.number().int().positive().default(3600),
  template: z
    .object({
      confirmation: Template.optional(),
      recovery: Template.optional(),
      magic_link: Template.optional(),
      email_change: Template.optional(),
      reauthentication: Template.optional(),
    })
    .prefault({}),
});

const Totp = z.object({
  enroll_enabled: z.boolean().default(false),
  verify_enabled: z.boolean().default(false),
});

/** The parts of config.toml that are read, with the Supabase CLI's defaults. */
const Config = z.object({
  api: z.object({ schemas: z.array(z.string()).min(1).default(['public', 'graphql_public']) }).prefault({}),
  auth: z
    .object({
      site_url: z.url().default('http://127.0.0.1:3000'),
      additional_redirect_urls: z.array(z.string()).default([]),
      jwt_expiry: z.number().int().positive().default(3600),
      refresh_token_reuse_interval: z.number().int().min(0).default(10),
      enable_signup: z.boolean().default(true),
      enable_manual_linking: z.boolean().default(false),
      external: ExternalConfig.default({}),
      mfa: z.object({ totp: Totp.prefault({}) }).prefault({}),
      web3: z
        .object({ solana: z.object({ enabled: z.boolean() }).prefault({ enabled: false }) })
        .prefault({}),
      passkey: PasskeyConfig.prefault({ enabled: false }),
      webauthn: WebauthnConfig.optional(),
      minimum_password_length: z.number().int().min(6).default(6),
      email: Email.prefault({}),
    })
    .prefault({}),
});

export type TemplateName = keyof z.infer<typeof Email>['template'];

export interface MailTemplate {
  subject: string;
  html: string;
}

const link = (heading: string, words: string) =>
  `<h2>${heading}</h2><p><a href="{{ .ConfirmationURL }}">${words}</a></p><p>Or enter the code: {{ .Token }}</p>`;

export const defaultMails: Record<TemplateName, MailTemplate> = {
  confirmation: { subject: 'Confirm your signup', html: link('Confirm your signup', 'Confirm your email') },
  recovery: { subject: 'Reset your password', html: link('Reset your password', 'Reset password') },
  magic_link: { subject: 'Your sign-in link', html: link('Your sign-in link', 'Sign in') },
  email_change: {
    subject: 'Confirm your new email',
    html: link('Confirm the change of your email to {{ .NewEmail }}', 'Confirm the change'),
  },
  reauthentication: {
    subject: 'Confirm it is you',
    html: '<h2>Confirm it is you</h2><p>Enter the code: {{ .Token }}</p>',
  },
};

/**
 * @param file absolute; null for the defaults
 * @throws StartFailure if the file can't be read or used
 */
export function readConfig(file: string | null): z.infer<typeof Config> {
  if (file === null) return Config.parse({});
  let toml: unknown;
  try {
    toml = parse(readFileSync(file, 'utf8'));
  } catch (error) {
    throw new StartFailure(
      `Cannot read ${file}: ${error instanceof Error ? error.message.split('\n')[0] : error}`,
    );
  }
  return parseOrFail(Config, toml, file);
}
