'use client';

import type { LastMethod } from '@/lib/auth/sign-in/last-way';
import { CodeStep } from './code-step';
import { PasswordStep } from './password-step';

export type LaterStepProps = {
  way: LastMethod;
  email: string;
};

/** What follows the e-mail: its password, or a mailed code. */
export function LaterStep({ way, email }: LaterStepProps) {
  return way === 'password' ? <PasswordStep email={email} /> : <CodeStep email={email} />;
}
