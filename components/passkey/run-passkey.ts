import type { PasskeyRequest } from '@/lib/auth/passkey/passkey-options';
import type { CallAnswer } from '@/lib/forms/action';
import { getPasskey, signalUnknown, type UsedPasskey } from './webauthn';

export type PasskeyStep = 'starting' | 'asking' | 'checking';

type RunPasskeyOptions<Made> = {
  start: () => Promise<CallAnswer<PasskeyRequest>>;
  send: (used: { ticket: string; credential: UsedPasskey }) => Promise<CallAnswer<Made>>;
  signal?: AbortSignal;
  onStep?: (step: PasskeyStep) => void;
  /** An unused challenge, and the passkey already picked for it. */
  request?: PasskeyRequest | undefined;
  credential?: UsedPasskey | undefined;
};

/** Gets an assertion and sends it, again if the challenge has expired. Throws if a request fails without an answer from this site. */
export async function runPasskey<Made>({
  start,
  send,
  signal,
  onStep,
  request,
  credential,
}: RunPasskeyOptions<Made>): Promise<CallAnswer<Made>> {
  for (let isSecond = false; ; isSecond = true) {
    if (!request) {
      onStep?.('starting');
      const begun = await start();
      if (!begun.ok) return begun;
      request = begun;
    }
    if (!credential) {
      onStep?.('asking');
      const used = await getPasskey(request.options, signal && { signal });
      if (!used.ok) return used;
      credential = used.credential;
    }
    onStep?.('checking');
    const sent = await send({ ticket: request.ticket, credential });
    if (sent.ok) return sent;
    const { code } = sent.problem;
    if (code === 'passkey.unknown') void signalUnknown(request.options.rpId ?? '', credential.id);
    if (code !== 'passkey.expired' || isSecond) return sent;
    request = credential = undefined;
  }
}
