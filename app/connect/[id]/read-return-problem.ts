import { z } from 'zod';
import type { ErrorCode } from '@/lib/errors';

const Shown = z.enum([
  'app.other_account',
  'app.request_invalid',
  'app.too_many',
  'app.too_many_wallets',
  'app.wallet_not_offered',
  'app.wallet_required',
  'auth.recent_auth_required',
  'auth.second_factor_required',
  'auth.too_many_attempts',
  'backend.unavailable',
]) satisfies z.ZodType<ErrorCode>;

/** Why an answer was refused. After an outage the page works again, so it only says that the step was lost. */
export function readReturnProblem(code: unknown): ErrorCode | null {
  const read = Shown.safeParse(code);
  if (!read.success) return null;
  return read.data === 'backend.unavailable' ? 'app.step_lost' : read.data;
}
