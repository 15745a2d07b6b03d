import 'server-only';
import { headers } from 'next/headers';
import { readClientAddress } from '../../http/client-address.ts';
import { consumeAttempt } from '../../rate-limit/consume.ts';
import { readSubject } from '../../rate-limit/read-subject.ts';
import type { Result } from '../../result.ts';

/**
 * Counts a challenge that someone signed out asks for, or an answer to one, before Auth hears of it.
 * @returns `auth.too_many_attempts`.
 */
export async function countPasskeyAttempt(kind: 'passkey_options' | 'passkey'): Promise<Result> {
  return consumeAttempt(kind, { address: readClientAddress(await headers()) });
}

/** Counts for a signed-in person who confirms or adds a passkey, so that no flood of strangers holds them up. */
export async function countOwnPasskey(userId: string): Promise<Result> {
  return consumeAttempt('own_passkey', await readSubject(userId));
}
