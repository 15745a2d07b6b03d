import type { Captcha } from '../core/captcha.ts';
import type { MailTemplate, TemplateName } from '../core/config.ts';
import type { Database, Query } from '../core/database.ts';
import type { AuthSettings } from '../core/settings.ts';
import type { MailServer } from '../mail/mail-server.ts';
import type { Races } from './races.ts';
import type { SigningKeys } from './signing-keys.ts';

export interface AuthContext {
  /** The Auth API's URL, and the `iss` of its tokens. */
  issuer: string;
  settings: AuthSettings;
  templates: Record<TemplateName, MailTemplate>;
  database: Database;
  signingKeys: SigningKeys;
  mailServer: MailServer;
  /** Null if captchas are off. */
  captcha: Captcha | null;
  races: Races;
}

/** One transaction with the hosted Auth API's rights, so a trigger that lacks a grant fails here too. */
export function transactAsAuth<Result>(
  auth: AuthContext,
  work: (query: Query) => Promise<Result>,
): Promise<Result> {
  return auth.database.transact('supabase_auth_admin', work);
}
