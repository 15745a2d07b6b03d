import 'server-only';
import type { Failure } from '../../result.ts';
import type { PasskeyRequest } from '../passkey/ceremony.ts';
import type { AssertionCredential } from '../passkey/schemas.ts';

export async function startPasskeyStepUp(): Promise<({ ok: true } & PasskeyRequest) | Failure> {
  throw new Error('not built yet');
}

/** @returns where to go next, or nowhere in place. */
export async function confirmByPasskey(_given: {
  ticket: string;
  credential: AssertionCredential;
  next?: string | undefined;
  inPlace?: 'yes' | undefined;
}): Promise<{ ok: true; redirectTo?: string } | Failure> {
  throw new Error('not built yet');
}
