import 'server-only';
import type { Failure } from '../../result.ts';
import type { PasskeyRequest } from '../passkey/ceremony.ts';
import type { AssertionCredential } from '../passkey/schemas.ts';

/** @returns `passkey.off`, `auth.too_many_attempts`, `backend.unavailable`. */
export async function startPasskeySignIn(): Promise<({ ok: true } & PasskeyRequest) | Failure> {
  throw new Error('not built yet');
}

export async function signInWithPasskey(_given: {
  ticket: string;
  credential: AssertionCredential;
  next?: string | undefined;
}): Promise<{ ok: true; redirectTo: string } | Failure> {
  throw new Error('not built yet');
}
