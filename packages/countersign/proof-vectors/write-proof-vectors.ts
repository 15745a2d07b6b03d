import { base64 } from '@scure/base';
import type { ProofEvidence } from '../src/proof/verify.ts';
import { invalidAddresses } from './invalid-addresses.ts';
import { invalidFrames } from './invalid-frames.ts';
import { invalidMemos } from './invalid-memos.ts';
import { invalidSignatures } from './invalid-signatures.ts';
import { invalidTexts } from './invalid-texts.ts';
import { validVectors } from './valid-vectors.ts';
import { invalidVectors2, validVectors2 } from './version-2.ts';

const format = [
  'Test vectors for checking Countersign proofs; docs/api.md has the algorithm.',
  'Every vector is one call: version is that of the statement; method, address and origin are text; message (what was issued), signedBytes (what the wallet says it signed) and signature are standard base64.',
  'A right implementation accepts every vector of "valid" and refuses every one of "invalid".',
  '"reason" names the first check that fails, in the order of the algorithm; only the refusal itself matters.',
  'Keys are made from published seeds: they hold nothing and prove nothing.',
];

function write({ version, method, address, origin, message, signedBytes, signature }: ProofEvidence) {
  return {
    ...{ version, method, address, origin },
    message: base64.encode(message),
    signedBytes: base64.encode(signedBytes),
    signature: base64.encode(signature),
  };
}

/** The content of packages/countersign/src/proof/proof-vectors.json. */
export function writeProofVectors(): string {
  const attacks = [
    ...invalidAddresses,
    ...invalidTexts,
    ...invalidFrames,
    ...invalidMemos,
    ...invalidSignatures,
    ...invalidVectors2,
  ];
  const valid = Object.entries({ ...validVectors, ...validVectors2 }).map(([name, evidence]) => ({
    name,
    ...write(evidence),
  }));
  const invalid = attacks.map(({ attack, reason, evidence }) => ({ attack, reason, ...write(evidence) }));
  return `${JSON.stringify({ format, valid, invalid }, null, 2)}\n`;
}
