'use server';

import { StartOAuth } from '@/lib/auth/flow/schemas';
import { startOAuthSignIn } from '@/lib/auth/sign-in/start-oauth';
import { action } from '@/lib/forms/action';
import type { FormState } from '@/lib/forms/form-state';

const leave = action(StartOAuth, ({ provider, next }) => startOAuthSignIn(provider, next));

export async function leaveForProviderAction(previous: FormState, form: FormData): Promise<FormState> {
  return leave(previous, form);
}
