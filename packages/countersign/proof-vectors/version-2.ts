import { joinBytes } from '../src/proof/bytes.ts';
import { writeMemoMessage } from '../src/proof/memo-transaction.ts';
import { type StatementFacts, signInFields, writeMemoText, writeSignInText } from '../src/proof/statement.ts';
import type { ProofEvidence } from '../src/proof/verify.ts';
import { applicationOf, frameLegacy, frameVersion0, frameVersion1 } from './frames.ts';
import { facts, type InvalidVector, memoEvidence, owner, textEvidence, toBytes } from './ingredients.ts';

/** Statements of version 2, which have no `URI` line: Auth takes none of them as a sign-in. */
export const facts2: StatementFacts = { ...facts, version: 2 };
export const text2 = writeSignInText(signInFields(facts2));
export const memoText2 = writeMemoText(signInFields(facts2));
export const message2 = toBytes(text2);
export const memo2 = writeMemoMessage(owner.publicKey, memoText2);

const uriLine = `URI: ${facts.origin}`;
const local = { origin: 'http://localhost:3000', chain: 'solana:localnet', displayName: null };

function textEvidence2(changes: Partial<ProofEvidence> = {}): ProofEvidence {
  return textEvidence({ version: 2, message: message2, ...changes });
}

function memoEvidence2(memo: string): ProofEvidence {
  return memoEvidence({ version: 2, message: writeMemoMessage(owner.publicKey, memo) });
}

function textOf(changes: Partial<StatementFacts>): Uint8Array {
  return toBytes(writeSignInText(signInFields({ ...facts2, ...changes })));
}

export const validVectors2: Record<string, ProofEvidence> = {
  'version 2, sign_in: the wallet wrote and signed the statement': textEvidence2({ method: 'sign_in' }),
  'version 2, sign_message: the wallet signed the statement': textEvidence2(),
  'version 2, sign_message: an account without a name, on a site with a port': textEvidence2({
    origin: local.origin,
    message: textOf(local),
  }),
  'version 2, sign_message: a statement that moves the wallet': textEvidence2({
    message: textOf({ purpose: 'move' }),
  }),
  'version 2, memo: the transaction that can never land': memoEvidence2(memoText2),
  'version 2, memo: a transaction that moves the wallet': memoEvidence2(
    writeMemoText(signInFields({ ...facts2, purpose: 'move' })),
  ),
  'version 2, mobile: the signature appended to the message': textEvidence2({
    signedBytes: joinBytes(message2, owner.sign(message2)),
    signature: owner.sign(message2),
  }),
  'version 2, frame: legacy': textEvidence2({ signedBytes: frameLegacy({ content: message2 }) }),
  'version 2, frame: version 0, the site as application': textEvidence2({
    signedBytes: frameVersion0({
      format: 0,
      application: applicationOf('countersign.example'),
      content: message2,
    }),
  }),
  'version 2, frame: version 1': textEvidence2({ signedBytes: frameVersion1({ content: message2 }) }),
  'version 2, hardware: the message given back, a version 0 frame signed': textEvidence2({
    signature: owner.sign(frameVersion0({ content: message2 })),
  }),
};

function insertBefore(text: string, line: string, inserted: string): string {
  if (!text.includes(line)) throw new Error(`The statement has no ${line}`);
  return text.replace(line, `${inserted}${line}`);
}

/** Texts that Auth would take, or might. */
const withUri: Record<string, string> = {
  'in its place': insertBefore(text2, 'Version: 1', `${uriLine}\n`),
  'as the last line': `${text2}\n${uriLine}`,
  'after spaces': insertBefore(text2, 'Version: 1', `  ${uriLine}\n`),
  'after blank lines': `${text2}\n\n\n${uriLine}`,
  'without a space': insertBefore(text2, 'Version: 1', `URI:${facts.origin}\n`),
  'in place of the statement': text2.replace(signInFields(facts2).statement, uriLine),
};
const inPlace = toBytes(withUri['in its place'] ?? '');
const memoWithUri = insertBefore(memoText2, 'Version: 1', `${uriLine} `);

function refused(attack: string, reason: InvalidVector['reason'], evidence: ProofEvidence): InvalidVector {
  return { attack: `version 2: ${attack}`, reason, evidence };
}

export const invalidVectors2: InvalidVector[] = [
  ...Object.entries(withUri).map(([where, text]) =>
    refused(
      `issued and signed with a URI line ${where}`,
      'message.other_version',
      textEvidence2({ message: toBytes(text) }),
    ),
  ),
  refused(
    'issued and signed by sign_in with a URI line',
    'message.other_version',
    textEvidence2({ method: 'sign_in', message: inPlace }),
  ),
  refused('issued and signed as a memo with a URI line', 'message.other_version', memoEvidence2(memoWithUri)),
  refused('a statement of version 1', 'message.other_version', textEvidence({ version: 2 })),
  refused('a memo of version 1', 'message.other_version', memoEvidence({ version: 2 })),
  refused('its statement called version 1', 'message.other_version', textEvidence2({ version: 1 })),
  refused('its memo called version 1', 'message.other_version', memoEvidence({ version: 1, message: memo2 })),
  ...(['sign_in', 'sign_message'] as const).map((method) =>
    refused(
      `a URI line added by the wallet, by ${method}`,
      'signed_bytes.different',
      textEvidence2({ method, signedBytes: inPlace }),
    ),
  ),
  refused(
    'a URI line added by the wallet in a frame',
    'signed_bytes.different',
    textEvidence2({ signedBytes: frameVersion0({ content: inPlace }) }),
  ),
  refused(
    'the message given back, but signed with a URI line',
    'signature.wrong',
    textEvidence2({ signature: owner.sign(inPlace) }),
  ),
  refused(
    'a memo with a URI line added by the wallet',
    'signed_bytes.different',
    memoEvidence({
      version: 2,
      message: memo2,
      signedBytes: writeMemoMessage(owner.publicKey, memoWithUri),
    }),
  ),
];
