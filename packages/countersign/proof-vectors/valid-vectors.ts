import { joinBytes } from '../src/proof/bytes.ts';
import { writeMemoMessage } from '../src/proof/memo-transaction.ts';
import { signInFields, writeMemoText, writeSignInText } from '../src/proof/statement.ts';
import type { ProofEvidence } from '../src/proof/verify.ts';
import { applicationOf, frameLegacy, frameVersion0, frameVersion1 } from './frames.ts';
import { facts, memoEvidence, message, owner, textEvidence, toBytes } from './ingredients.ts';

const move = signInFields({ ...facts, purpose: 'move' });
const local = signInFields({
  ...facts,
  origin: 'http://localhost:3000',
  chain: 'solana:localnet',
  displayName: null,
});
const localMessage = toBytes(writeSignInText(local));

function framed(signedBytes: Uint8Array): ProofEvidence {
  return textEvidence({ signedBytes });
}

/** The wallet says it signed the message, but its device signed a frame around it. */
function framedInSecret(frame: Uint8Array): ProofEvidence {
  return textEvidence({ signature: owner.sign(frame) });
}

export const validVectors: Record<string, ProofEvidence> = {
  'sign_in: the wallet wrote and signed the statement': textEvidence({ method: 'sign_in' }),
  'sign_message: the wallet signed the statement': textEvidence(),
  'sign_message: an account without a name, on a site with a port': textEvidence({
    origin: 'http://localhost:3000',
    message: localMessage,
  }),
  'sign_message: a statement that moves the wallet': textEvidence({
    message: toBytes(writeSignInText(move)),
  }),
  'memo: the transaction that can never land': memoEvidence(),
  'memo: a transaction that moves the wallet': memoEvidence({
    message: writeMemoMessage(owner.publicKey, writeMemoText(move)),
  }),
  'mobile: the signature appended to the message': textEvidence({
    signedBytes: joinBytes(message, owner.sign(message)),
    signature: owner.sign(message),
  }),
  'frame: legacy, format 0': framed(frameLegacy({ format: 0, content: message })),
  'frame: legacy, format 1': framed(frameLegacy({ format: 1, content: message })),
  'frame: legacy, format 2': framed(frameLegacy({ format: 2, content: message })),
  'frame: version 0, format 0': framed(frameVersion0({ format: 0, content: message })),
  'frame: version 0, format 1': framed(frameVersion0({ format: 1, content: message })),
  'frame: version 0, format 2': framed(frameVersion0({ format: 2, content: message })),
  'frame: version 0, format 0, the site as application': framed(
    frameVersion0({ format: 0, application: applicationOf('countersign.example'), content: message }),
  ),
  'frame: version 0, format 1, the site as application': framed(
    frameVersion0({ format: 1, application: applicationOf('countersign.example'), content: message }),
  ),
  'frame: version 0, format 2, the site as application': framed(
    frameVersion0({ format: 2, application: applicationOf('countersign.example'), content: message }),
  ),
  'frame: version 1': framed(frameVersion1({ content: message })),
  'hardware: the message given back, a legacy frame signed': framedInSecret(
    frameLegacy({ format: 1, content: message }),
  ),
  'hardware: the message given back, a version 0 frame signed': framedInSecret(
    frameVersion0({ content: message }),
  ),
  'hardware: the message given back, a version 1 frame signed': framedInSecret(
    frameVersion1({ content: message }),
  ),
};
