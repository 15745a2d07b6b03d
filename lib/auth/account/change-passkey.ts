import 'server-only';
import type { Failure } from '../../result.ts';

export async function renamePasskey(_given: { id: string; name: string }): Promise<{ ok: true } | Failure> {
  throw new Error('not built yet');
}

export async function removePasskey(_given: { id: string }): Promise<{ ok: true } | Failure> {
  throw new Error('not built yet');
}
