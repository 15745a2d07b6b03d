import { base64 } from '@scure/base';
import type { ProofEvidence } from '../proof/verify.ts';
import { memo2, memo3, memoEvidence, message2, message3, textEvidence } from './signed-statements.ts';

/** One vector per signing method, under its name in the file. Add one for a new method. */
export const vectorOfMethod: Record<string, ProofEvidence> = {
  'sign_in: the wallet wrote and signed the statement': textEvidence({ method: 'sign_in' }),
  'sign_message: the wallet signed the statement': textEvidence(),
  'memo: the transaction that can never land': memoEvidence(),
  'version 2, sign_in: the wallet wrote and signed the statement': textEvidence({
    ...{ version: 2, method: 'sign_in', message: message2 },
  }),
  'version 2, sign_message: the wallet signed the statement': textEvidence({ version: 2, message: message2 }),
  'version 2, memo: the transaction that can never land': memoEvidence({ version: 2, message: memo2 }),
  'version 3, sign_in: the wallet wrote and signed the statement': textEvidence({
    ...{ version: 3, method: 'sign_in', message: message3 },
  }),
  'version 3, sign_message: the wallet signed the statement': textEvidence({ version: 3, message: message3 }),
  'version 3, memo: the transaction that can never land': memoEvidence({ version: 3, message: memo3 }),
};

export function writeVector({ message, signedBytes, signature, ...rest }: ProofEvidence) {
  const { version, method, address, origin } = rest;
  return {
    ...{ version, method, address, origin },
    message: base64.encode(message),
    signedBytes: base64.encode(signedBytes),
    signature: base64.encode(signature),
  };
}
