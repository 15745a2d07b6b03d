import 'server-only';
import type { Failure } from '../../result.ts';
import type { PasskeyCreation } from '../passkey/ceremony.ts';
import type { RegistrationCredential } from '../passkey/schemas.ts';

export async function startAddingPasskey(): Promise<({ ok: true } & PasskeyCreation) | Failure> {
  throw new Error('not built yet');
}

export async function addPasskey(_given: {
  ticket: string;
  credential: RegistrationCredential;
}): Promise<{ ok: true; id: string; name: string } | Failure> {
  throw new Error('not built yet');
}
