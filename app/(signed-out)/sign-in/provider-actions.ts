'use server';

import { action } from '@/lib/action';
import { leaveToSignIn } from '@/lib/auth/leave-for-provider';
import { LeaveForProvider } from '@/lib/auth/schemas';
import type { FormState } from '@/lib/form-state';

const leave = action(LeaveForProvider, ({ provider, next }) => leaveToSignIn(provider, next));

export async function leaveForProviderAction(previous: FormState, form: FormData): Promise<FormState> {
  return leave(previous, form);
}
