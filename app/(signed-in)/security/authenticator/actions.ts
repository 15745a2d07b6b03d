'use server';

import { cancelEnrollment, finishEnrollment, startEnrollment } from '@/lib/auth/account/enroll-authenticator';
import { EnterFactorCode, Nothing } from '@/lib/flow/auth-schemas';
import { action } from '@/lib/forms/action';

export const startEnrollmentAction = action(Nothing, startEnrollment);
export const finishEnrollmentAction = action(EnterFactorCode, ({ code }) => finishEnrollment(code));
export const cancelEnrollmentAction = action(Nothing, cancelEnrollment);
