'use client';

import type { LastMethod } from '@/lib/auth/sign-in/last-way';
import { CodeStep } from './code-step';
import { PasswordStep } from './password-step';

export type LaterStepProps = {
  way: LastMethod;
  email: string;
  next: string | undefined;
  /** Where a password is asked for instead of a code. */
  passwordPath: string;
};

/** What follows the e-mail: its password, or a mailed code. */
export function LaterStep({ way, email, next, passwordPath }: LaterStepProps) {
  return way === 'password' ? (
    <PasswordStep email={email} next={next} />
  ) : (
    <CodeStep email={email} next={next} passwordPath={passwordPath} />
  );
}
