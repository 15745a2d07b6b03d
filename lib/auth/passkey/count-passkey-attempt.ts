import 'server-only';
import { headers } from 'next/headers';
import { readClientAddress } from '../../http/client-address.ts';
import { consumeAttempt } from '../../rate-limit/consume.ts';
import { readSubject } from '../../rate-limit/read-subject.ts';
import type { Result } from '../../result.ts';

/** Counts a signed-out visitor's request for a challenge, or an answer to one, before Auth gets it. @returns `auth.too_many_attempts`. */
export async function countPasskeyAttempt(kind: 'passkey_options' | 'passkey'): Promise<Result> {
  return consumeAttempt(kind, { address: readClientAddress(await headers()) });
}

/** Counts a signed-in user's attempt to confirm or add a passkey. Signed-out attackers can't use up this limit. */
export async function countOwnPasskey(userId: string): Promise<Result> {
  return consumeAttempt('own_passkey', await readSubject(userId));
}
