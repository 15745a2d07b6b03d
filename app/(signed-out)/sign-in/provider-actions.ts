'use server';

import { LeaveForProvider } from '@/lib/auth/flow/schemas';
import { leaveToSignIn } from '@/lib/auth/sign-in/start-oauth';
import { action } from '@/lib/forms/action';
import type { FormState } from '@/lib/forms/form-state';

const leave = action(LeaveForProvider, ({ provider, next }) => leaveToSignIn(provider, next));

export async function leaveForProviderAction(previous: FormState, form: FormData): Promise<FormState> {
  return leave(previous, form);
}
