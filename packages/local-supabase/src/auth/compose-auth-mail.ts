import type { TemplateName } from '../core/config.ts';
import { composeMail } from '../mail/compose-mail.ts';
import type { IncomingMail } from '../mail/mail-store.ts';
import type { AuthContext } from './auth-context.ts';
import { AuthError } from './auth-error.ts';
import type { OneTimeToken } from './one-time-tokens.ts';
import type { User } from './users.ts';

/** The `type` in links to the Auth API itself, for templates with `{{ .ConfirmationURL }}`. */
const verificationTypes: Record<TemplateName, string> = {
  confirmation: 'signup',
  recovery: 'recovery',
  magic_link: 'magiclink',
  email_change: 'email_change',
  reauthentication: 'reauthentication',
};

/** Names of emails in Auth's error messages. */
const mailNames: Record<TemplateName, string> = {
  confirmation: 'confirmation',
  recovery: 'recovery',
  magic_link: 'magic link',
  email_change: 'email change',
  reauthentication: 'reauthentication',
};

export interface AuthMail {
  template: TemplateName;
  to: string;
  user: User;
  token: OneTimeToken;
  redirectTo: string;
}

/** Throws AuthError 500 if the settings make emails fail. */
export function composeAuthMail(auth: AuthContext, mail: AuthMail): IncomingMail {
  if (auth.settings.mailFails) {
    throw new AuthError(500, 'unexpected_failure', `Error sending ${mailNames[mail.template]} email`);
  }
  const template = auth.templates[mail.template];
  const address = new URL(`${auth.issuer}/verify`);
  address.searchParams.set('token', mail.token.hash);
  address.searchParams.set('type', verificationTypes[mail.template]);
  address.searchParams.set('redirect_to', mail.redirectTo);
  const html = composeMail(template, {
    SiteURL: auth.settings.siteUrl,
    ConfirmationURL: address.toString(),
    RedirectTo: mail.redirectTo,
    Token: mail.token.code,
    TokenHash: mail.token.hash,
    Email: mail.user.email ?? '',
    NewEmail: mail.user.email_change ?? '',
  });
  return { to: mail.to, subject: template.subject, html };
}
