import 'server-only';
import { headers } from 'next/headers';
import { readClientAddress } from '../../http/client-address.ts';
import { consumeAttempt } from '../../rate-limit/consume.ts';
import type { Failure } from '../../result.ts';

/** Counts a challenge that is asked for, or an answer to one, before Auth hears of it. @returns `auth.too_many_attempts`. */
export async function countPasskeyAttempt(
  kind: 'passkey_options' | 'passkey',
): Promise<{ ok: true } | Failure> {
  return consumeAttempt(kind, { address: readClientAddress(await headers()) });
}
