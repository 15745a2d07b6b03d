'use server';

import { cancelEnrollment, finishEnrollment, startEnrollment } from '@/lib/auth/account/enroll-authenticator';
import { action } from '@/lib/forms/action';
import { EnterFactorCode, Nothing } from '@/lib/forms/auth-schemas';

export const startEnrollmentAction = action(Nothing, startEnrollment);
export const finishEnrollmentAction = action(EnterFactorCode, ({ code }) => finishEnrollment(code));
export const cancelEnrollmentAction = action(Nothing, cancelEnrollment);
