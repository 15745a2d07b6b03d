'use server';

import { action } from '@/lib/action';
import { leaveToSignIn } from '@/lib/auth/provider/leave-for-provider';
import { LeaveForProvider } from '@/lib/auth/sign-in/schemas';
import type { FormState } from '@/lib/form-state';

const leave = action(LeaveForProvider, ({ provider, next }) => leaveToSignIn(provider, next));

export async function leaveForProviderAction(previous: FormState, form: FormData): Promise<FormState> {
  return leave(previous, form);
}
