import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import type { AuthContext } from '../auth-context.ts';
import { transactAsAuth } from '../auth-context.ts';
import { AuthError, emailDisabled, validationFailed } from '../auth-error.ts';
import type { AuthApp } from '../caller.ts';
import { describeUser } from '../describe-user.ts';
import { issueOneTimeToken } from '../one-time-tokens.ts';
import { checkPasswordRules, hashPassword } from '../passwords.ts';
import { startPkceFlow } from '../pkce-flow.ts';
import { codeChallengeFields, optionalText, readBody, readEmail, userData } from '../read-body.ts';
import { readRedirect } from '../redirects.ts';
import { signSession, startSession } from '../sessions.ts';
import { transactWithMail } from '../transact-with-mail.ts';
import { confirmEmail, createEmailUser, findUserByEmail, findUserById, isEmailOfIdentity } from '../users.ts';

const SignUp = z.object({
  email: optionalText,
  phone: optionalText,
  password: optionalText,
  data: userData,
  ...codeChallengeFields,
});

export function addSignUpRoutes(app: AuthApp, auth: AuthContext): void {
  app.post('/signup', async (request) => {
    const body = await readBody(request, SignUp);
    if (!auth.settings.allowSignUp) {
      throw new AuthError(422, 'signup_disabled', 'Signups not allowed for this instance');
    }
    if (body.phone) throw new AuthError(400, 'phone_provider_disabled', 'Phone signups are disabled');
    if (!body.email)
      throw new AuthError(422, 'anonymous_provider_disabled', 'Anonymous sign-ins are disabled');
    if (!body.password) throw validationFailed('Signup requires a valid password');
    checkPasswordRules(body.password, auth.settings);
    if (!auth.settings.allowEmail) throw emailDisabled(400, 'Email signups are disabled');
    const email = readEmail(body.email);
    const redirectTo = readRedirect(request, auth.settings);
    const passwordHash = await hashPassword(body.password, auth.settings);

    if (!auth.settings.confirmEmail) {
      // Without confirmation emails, the response is the only way to report that the address has an account.
      const session = await transactAsAuth(auth, async (query) => {
        const known = await findUserByEmail(query, email);
        if (known?.email_confirmed_at)
          throw new AuthError(422, 'user_already_exists', 'User already registered');
        const made = known ?? (await createEmailUser(query, { email, passwordHash, data: body.data }));
        const user = await confirmEmail(query, made.id);
        return startSession(query, auth, { user, method: 'password', request });
      });
      return request.json(await signSession(auth, session));
    }
    const answer = await transactWithMail(request, auth, async (query, outbox) => {
      const known = await findUserByEmail(query, email);
      if (known?.email_confirmed_at || (!known && (await isEmailOfIdentity(query, email))))
        return inventAccount(email);
      if (known) outbox.checkFrequency(known, 'confirmation_token');
      // An unconfirmed account keeps its first password, since the address's owner isn't known yet.
      const user = known ?? (await createEmailUser(query, { email, passwordHash, data: body.data }));
      const isPkce = await startPkceFlow(query, { user, challenge: body, method: 'email/signup' });
      const token = await issueOneTimeToken(query, {
        user,
        kind: 'confirmation_token',
        email,
        isPkce,
        code: outbox.makeCode(),
      });
      await outbox.send(query, { template: 'confirmation', to: email, user, token, redirectTo });
      return describeUser(query, (await findUserById(query, user.id)) ?? user);
    });
    return request.json(answer);
  });
}

/** A made-up account, so that the response doesn't reveal whether the address has one. */
function inventAccount(email: string) {
  const now = new Date().toISOString();
  return {
    id: randomUUID(),
    aud: 'authenticated',
    role: '',
    email,
    phone: '',
    confirmation_sent_at: now,
    app_metadata: { provider: 'email', providers: ['email'] },
    user_metadata: {},
    identities: [],
    created_at: now,
    updated_at: now,
    is_anonymous: false,
  };
}
