import { z } from 'zod';
import type { AuthContext } from '../auth-context.ts';
import { AuthError, emailDisabled, validationFailed } from '../auth-error.ts';
import type { AuthApp, AuthRequest } from '../caller.ts';
import { startEmailChange } from '../email-change.ts';
import { issueOneTimeToken } from '../one-time-tokens.ts';
import { startPkceFlow } from '../pkce-flow.ts';
import { codeChallengeFields, optionalText, readBody, readEmail, userData } from '../read-body.ts';
import { readRedirect } from '../redirects.ts';
import { transactWithMail } from '../transact-with-mail.ts';
import { confirmEmail, createEmailUser, findUserByEmail, isEmailOfIdentity } from '../users.ts';

const MailRequest = z.object({
  email: optionalText,
  phone: optionalText,
  type: optionalText,
  create_user: z.boolean().nullish(),
  data: userData,
  ...codeChallengeFields,
});

/** Requests that email a code and a link. Successful responses don't reveal whether the address has an account; some errors do. */
export function addMailRoutes(app: AuthApp, auth: AuthContext): void {
  const signInByMail = (request: AuthRequest) => mailSignIn(request, auth);
  app.post('/otp', signInByMail);
  app.post('/magiclink', signInByMail);
  app.post('/recover', (request) => mailRecovery(request, auth));
  app.post('/resend', (request) => resendMail(request, auth));
}

async function mailSignIn(request: AuthRequest, auth: AuthContext): Promise<Response> {
  const body = await readBody(request, MailRequest);
  if (body.phone) throw new AuthError(400, 'phone_provider_disabled', 'Unsupported phone provider');
  const email = readEmail(body.email);
  const redirectTo = readRedirect(request, auth.settings);
  await transactWithMail(request, auth, async (query, outbox) => {
    const known = await findUserByEmail(query, email);
    if (!known && body.create_user === false) {
      throw new AuthError(422, 'otp_disabled', 'Signups not allowed for otp');
    }
    // After the check above, as at Auth, so the two errors together reveal whether the address has an account.
    if (!auth.settings.allowEmail) throw emailDisabled(422, 'Email logins are disabled');
    if (!known?.email_confirmed_at && !auth.settings.allowSignUp) {
      throw new AuthError(422, 'signup_disabled', 'Signups not allowed for this instance');
    }
    if (!known && (await isEmailOfIdentity(query, email))) return;
    const made = known ?? (await createEmailUser(query, { email, passwordHash: '', data: body.data }));
    const user = auth.settings.confirmEmail ? made : await confirmEmail(query, made.id);
    const isConfirmed = user.email_confirmed_at !== null;
    const kind = isConfirmed ? 'recovery_token' : 'confirmation_token';
    outbox.checkFrequency(user, kind);
    const method = isConfirmed ? 'magiclink' : 'email/signup';
    const isPkce = await startPkceFlow(query, { user, challenge: body, method });
    const token = await issueOneTimeToken(query, { user, kind, email, isPkce, code: outbox.makeCode() });
    const template = isConfirmed ? 'magic_link' : 'confirmation';
    await outbox.send(query, { template, to: email, user, token, redirectTo });
  });
  return request.json({});
}

async function mailRecovery(request: AuthRequest, auth: AuthContext): Promise<Response> {
  const body = await readBody(request, MailRequest);
  const email = readEmail(body.email);
  const redirectTo = readRedirect(request, auth.settings);
  await transactWithMail(request, auth, async (query, outbox) => {
    const user = await findUserByEmail(query, email);
    if (!user) return;
    outbox.checkFrequency(user, 'recovery_token');
    const isPkce = await startPkceFlow(query, { user, challenge: body, method: 'recovery' });
    const token = await issueOneTimeToken(query, {
      user,
      kind: 'recovery_token',
      email,
      isPkce,
      code: outbox.makeCode(),
    });
    await outbox.send(query, { template: 'recovery', to: email, user, token, redirectTo });
  });
  return request.json({});
}

async function resendMail(request: AuthRequest, auth: AuthContext): Promise<Response> {
  const body = await readBody(request, MailRequest);
  if (!auth.settings.allowEmail) throw emailDisabled(400, 'Email logins are disabled');
  const email = readEmail(body.email);
  const redirectTo = readRedirect(request, auth.settings);
  if (body.type !== 'signup' && body.type !== 'email_change') {
    throw validationFailed('Missing one of these types: signup, email_change, sms, phone_change');
  }
  await transactWithMail(request, auth, async (query, outbox) => {
    const user = await findUserByEmail(query, email);
    if (!user) return;
    if (body.type === 'signup' && !user.email_confirmed_at) {
      outbox.checkFrequency(user, 'confirmation_token');
      const isPkce = await startPkceFlow(query, { user, challenge: body, method: 'email/signup' });
      const token = await issueOneTimeToken(query, {
        user,
        kind: 'confirmation_token',
        email,
        isPkce,
        code: outbox.makeCode(),
      });
      await outbox.send(query, { template: 'confirmation', to: email, user, token, redirectTo });
    }
    if (body.type === 'email_change' && user.email_change) {
      outbox.checkFrequency(user, 'email_change_token_new');
      const isPkce = await startPkceFlow(query, { user, challenge: body, method: 'email_change' });
      await startEmailChange(query, outbox, { user, newEmail: user.email_change, isPkce, redirectTo });
    }
  });
  return request.json({});
}
