import { passkeyMakingErrors, passkeyUseErrors } from '@/lib/errors/passkey-ceremony';
import type { CallAnswer } from '@/lib/forms/action';
import { type Problem, toProblem } from '@/lib/problem';
import type { MadePasskey } from './ceremony';

export type AddingActions = {
  start: (
    input: Record<string, never>,
  ) => Promise<CallAnswer<{ ticket: string; options: PublicKeyCredentialCreationOptionsJSON }>>;
  add: (input: { ticket: string; credential: MadePasskey }) => Promise<CallAnswer<NamedPasskey>>;
};

export type NamedPasskey = { id: string; name: string };

/** `cancelled` leaves nothing behind. With `mayStand` nobody knows what the server did with the passkey. */
export type Adding =
  | { status: 'added'; passkey: NamedPasskey }
  | { status: 'cancelled' }
  | { status: 'failed'; problem: Problem; mayStand?: boolean };

/**
 * Has the browser make a passkey and the server take it. If the server refuses it, the password manager is told,
 * because it would open nothing.
 * @param tell says when the device is asked, and when it has answered: then nothing can be canceled.
 */
export async function addPasskeyHere(
  { start, add }: AddingActions,
  { signal, tell }: { signal: AbortSignal; tell?: (step: 'waiting' | 'saving') => void },
): Promise<Adding> {
  let isSent = false;
  try {
    const ceremony = await import('./ceremony');
    const begun = await start({});
    if (signal.aborted) return { status: 'cancelled' };
    if (!begun.ok) return { status: 'failed', problem: begun.problem };
    tell?.('waiting');
    const { ticket, options } = begun;
    const made = await ceremony.makePasskey(options, { signal });
    if (signal.aborted && !made.ok) return { status: 'cancelled' };
    if (!made.ok) return { status: 'failed', problem: made.problem };
    tell?.('saving');
    isSent = true;
    const added = await add({ ticket, credential: made.credential });
    if (added.ok) return { status: 'added', passkey: { id: added.id, name: added.name } };
    const mayStand = unsure.has(added.problem.code);
    if (options.rp.id && !mayStand) await ceremony.signalUnknown(options.rp.id, made.credential.id);
    return { status: 'failed', problem: added.problem, mayStand };
  } catch {
    if (signal.aborted && !isSent) return { status: 'cancelled' };
    return isSent
      ? {
          status: 'failed',
          problem: toProblem('passkey.maybe_added', passkeyMakingErrors['passkey.maybe_added']),
          mayStand: true,
        }
      : {
          status: 'failed',
          problem: toProblem('passkey.unanswered', passkeyUseErrors['passkey.unanswered']),
        };
  }
}

/** After these codes, Auth may have taken the passkey or not. */
const unsure = new Set<string>(['backend.unavailable', 'request.unexpected']);
