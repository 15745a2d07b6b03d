'use server';

import { cancelEnrollment, finishEnrollment, startEnrollment } from '@/lib/auth/account/enroll-authenticator';
import { EnterFactorCode, NameAuthenticator, Nothing } from '@/lib/auth/flow/schemas';
import { action } from '@/lib/forms/action';
import type { FormState } from '@/lib/forms/form-state';

const start = action(NameAuthenticator, ({ name }) => startEnrollment(name));
const finish = action(EnterFactorCode, ({ code }) => finishEnrollment(code));
const cancel = action(Nothing, cancelEnrollment);

export async function startEnrolmentAction(previous: FormState, form: FormData): Promise<FormState> {
  return start(previous, form);
}

export async function finishEnrolmentAction(previous: FormState, form: FormData): Promise<FormState> {
  return finish(previous, form);
}

export async function cancelEnrolmentAction(previous: FormState, form: FormData): Promise<FormState> {
  return cancel(previous, form);
}
