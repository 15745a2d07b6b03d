'use server';

import { action } from '@/lib/action';
import { endOneSession } from '@/lib/auth/end-one-session';
import { endOtherSessionsOfViewer } from '@/lib/auth/end-other-sessions';
import { removeAuthenticator } from '@/lib/auth/factors';
import { AuthenticatorReference, Nothing, SessionReference } from '@/lib/auth/schemas';
import type { FormState } from '@/lib/form-state';
import type { Failure } from '@/lib/result';
import { securityPathAfter } from './security-news';

const remove = action(AuthenticatorReference, async ({ factorId }) =>
  tell('authenticator-removed', await removeAuthenticator(factorId)),
);
const endOne = action(SessionReference, async ({ sessionId }) =>
  tell('session-ended', await endOneSession(sessionId)),
);
const endOthers = action(Nothing, async () => tell('sessions-ended', await endOtherSessionsOfViewer()));

export async function removeAuthenticatorAction(previous: FormState, form: FormData): Promise<FormState> {
  return remove(previous, form);
}

export async function endSessionAction(previous: FormState, form: FormData): Promise<FormState> {
  return endOne(previous, form);
}

export async function endOtherSessionsAction(previous: FormState, form: FormData): Promise<FormState> {
  return endOthers(previous, form);
}

/** The page says what was done once it shows that it is. */
function tell(news: Parameters<typeof securityPathAfter>[0], result: { ok: true } | Failure) {
  return result.ok ? { ok: true as const, redirectTo: securityPathAfter(news) } : result;
}
