import { passkeyMakingErrors, passkeyUseErrors } from '@/lib/errors/passkey-ceremony';
import type { CallAnswer } from '@/lib/forms/action';
import { type Problem, toProblem } from '@/lib/problem';
import type { MadePasskey } from './webauthn';

export type AddPasskeyActions = {
  start: (
    input: Record<string, never>,
  ) => Promise<CallAnswer<{ ticket: string; options: PublicKeyCredentialCreationOptionsJSON }>>;
  add: (input: { ticket: string; credential: MadePasskey }) => Promise<CallAnswer<NamedPasskey>>;
};

export type NamedPasskey = { id: string; name: string };

/** `cancelled` has no effect on the account. `mayBeAdded`: the server may have added the passkey. */
export type AddPasskeyResult =
  | { status: 'added'; passkey: NamedPasskey }
  | { status: 'cancelled' }
  | { status: 'failed'; problem: Problem; mayBeAdded?: boolean };

export const fetchCeremony = () => import('./webauthn');

/** Creates and adds a passkey. If the server refuses it, tells password managers. @param onStep `saving`: it can't be canceled anymore. */
export async function addPasskeyHere(
  { start, add }: AddPasskeyActions,
  { signal, onStep }: { signal: AbortSignal; onStep?: (step: 'waiting' | 'saving') => void },
): Promise<AddPasskeyResult> {
  let isSent = false;
  try {
    const [ceremony, begun] = await Promise.all([fetchCeremony(), start({})]);
    if (signal.aborted) return { status: 'cancelled' };
    if (!begun.ok) return { status: 'failed', problem: begun.problem };
    onStep?.('waiting');
    const { ticket, options } = begun;
    const made = await ceremony.makePasskey(options, { signal });
    if (signal.aborted && !made.ok) return { status: 'cancelled' };
    if (!made.ok) return { status: 'failed', problem: made.problem };
    onStep?.('saving');
    isSent = true;
    const added = await add({ ticket, credential: made.credential });
    if (added.ok) return { status: 'added', passkey: { id: added.id, name: added.name } };
    const mayBeAdded = unsure.has(added.problem.code);
    if (options.rp.id && !mayBeAdded) await ceremony.signalUnknown(options.rp.id, made.credential.id);
    return { status: 'failed', problem: added.problem, mayBeAdded };
  } catch {
    if (signal.aborted && !isSent) return { status: 'cancelled' };
    return isSent
      ? {
          status: 'failed',
          problem: toProblem('passkey.maybe_added', passkeyMakingErrors['passkey.maybe_added']),
          mayBeAdded: true,
        }
      : {
          status: 'failed',
          problem: toProblem('passkey.unanswered', passkeyUseErrors['passkey.unanswered']),
        };
  }
}

/** With these codes, Auth may or may not have added the passkey. */
const unsure = new Set<string>(['backend.unavailable', 'request.unexpected']);
