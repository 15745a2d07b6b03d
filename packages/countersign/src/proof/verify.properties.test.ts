import { base58, base64 } from '@scure/base';
import { anyCharacter, fc, runs } from '../../../../lib/testing/properties';
import { facts, memoEvidence, owner, stranger, textEvidence, toBytes } from '../testing/signed-statements.ts';
import { readMemoMessage, unwrapSigned, wrapUnsigned, writeMemoMessage } from './memo-transaction.ts';
import { checkPublicProof } from './public-proof.ts';
import { proofMethods, signInFields, writeMemoText, writeSignInText } from './statement.ts';
import { offChainFrames, orderOfPoint, type ProofEvidence, readAddress, verifyProof } from './verify.ts';

const fields2 = signInFields({ ...facts, version: 2 });
const message2 = toBytes(writeSignInText(fields2));
const memo2 = writeMemoMessage(owner.publicKey, writeMemoText(fields2));

const host = new URL(facts.origin).host;
const frames = offChainFrames(message2, owner.publicKey, host);
const sound: ProofEvidence[] = [
  textEvidence(),
  memoEvidence(),
  textEvidence({ version: 2, message: message2 }),
  memoEvidence({ version: 2, message: memo2 }),
  ...frames.map((signedBytes) => textEvidence({ version: 2, message: message2, signedBytes })),
];

/** The bytes with one of them changed. */
const changedByte = (bytes: Uint8Array) =>
  fc.tuple(fc.nat(bytes.length - 1), fc.integer({ min: 1, max: 255 })).map(([at, change]) => {
    const changed = Uint8Array.from(bytes);
    changed[at] = (changed[at] ?? 0) ^ change;
    return changed;
  });

test('signed evidence is accepted, and refused with any byte changed', () => {
  for (const evidence of sound) expect(verifyProof(evidence).ok).toBe(true);
  const changed = fc
    .tuple(fc.constantFrom(...sound), fc.constantFrom('message', 'signedBytes', 'signature'))
    .chain(([evidence, part]) =>
      changedByte(evidence[part]).map((bytes): ProofEvidence => ({ ...evidence, [part]: bytes })),
    );
  fc.assert(
    fc.property(changed, (evidence) => expect(verifyProof(evidence).ok).toBe(false)),
    runs(150),
  );
});

test('a byte changed both in the issued and in the signed bytes needs another signature', () => {
  const changed = fc
    .constantFrom(...sound.slice(0, 4))
    .chain((evidence) => changedByte(evidence.message).map((message) => ({ ...evidence, message })));
  fc.assert(
    fc.property(changed, (evidence) =>
      expect(verifyProof({ ...evidence, signedBytes: evidence.message }).ok).toBe(false),
    ),
  );
});

test("only the address's own signature is accepted, whatever bytes are submitted", () => {
  const others = fc.oneof(
    fc.uint8Array({ minLength: 64, maxLength: 64 }),
    fc.uint8Array({ maxLength: 130 }),
    fc.constant(stranger.sign(message2)),
  );
  fc.assert(
    fc.property(fc.constantFrom(...sound), others, (evidence, signature) =>
      expect(verifyProof({ ...evidence, signature }).ok).toBe(false),
    ),
  );
});

test('no made-up evidence makes the check throw or pass', () => {
  const bytes = fc.oneof(fc.uint8Array({ maxLength: 200 }), fc.constantFrom(message2, memo2));
  const anything = fc.record<ProofEvidence>({
    version: fc.constantFrom(1, 2),
    method: fc.constantFrom(...proofMethods),
    address: fc.oneof(fc.string(), fc.base64String(), fc.constantFrom(owner.address, stranger.address)),
    origin: fc.oneof(fc.string(), fc.webUrl(), fc.constantFrom(facts.origin, 'https://', 'http://:', 'null')),
    message: bytes,
    signedBytes: bytes,
    signature: fc.oneof(bytes, fc.uint8Array({ minLength: 64, maxLength: 64 })),
  });
  fc.assert(fc.property(anything, (evidence) => expect(verifyProof(evidence).ok).toBe(false)));
});

test('an address is accepted only in its canonical spelling, and no text makes reading it throw', () => {
  const keys = fc.uint8Array({ minLength: 31, maxLength: 33 }).map((key) => base58.encode(key));
  const texts = fc.oneof(
    keys,
    fc.string({ unit: anyCharacter }),
    fc.constant(owner.address),
    fc.base64String(),
  );
  fc.assert(
    fc.property(texts, (text) => {
      const read = readAddress(text);
      if (!read.ok) return;
      expect(base58.encode(read.publicKey)).toBe(text);
      expect(orderOfPoint(read.publicKey)).toBe('prime');
    }),
  );
});

const memoText = fc.string({ unit: 'grapheme-ascii', minLength: 1, maxLength: 1030 });

test('a memo is read back only from its own message', () => {
  fc.assert(
    fc.property(
      memoText.chain((text) => {
        const message = writeMemoMessage(owner.publicKey, text);
        return fc.tuple(fc.constant(text), fc.constant(message), changedByte(message));
      }),
      ([text, message, changed]) => {
        expect(new TextDecoder().decode(readMemoMessage(message, owner.publicKey) ?? undefined)).toBe(text);
        expect(readMemoMessage(message, stranger.publicKey)).toBeNull();
        const memo = readMemoMessage(changed, owner.publicKey);
        // Only the memo's text may differ.
        if (memo)
          expect(Buffer.from(changed).subarray(0, -memo.length)).toEqual(
            Buffer.from(message).subarray(0, -memo.length),
          );
      },
    ),
  );
});

test('no bytes make reading a memo or a transaction throw', () => {
  const bytes = fc.oneof(
    fc.uint8Array({ maxLength: 1300 }),
    fc.nat(memo2.length).map((end) => memo2.subarray(0, end)),
  );
  fc.assert(
    fc.property(bytes, (message) => {
      const memo = readMemoMessage(message, owner.publicKey);
      if (memo) expect(message).toEqual(memo2);
      const parts = unwrapSigned(message);
      if (parts) expect(Uint8Array.of(1, ...parts.signature, ...parts.message)).toEqual(message);
    }),
  );
});

test('a wrapped transaction is unwrapped again', () => {
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 1, maxLength: 300 }), (message) =>
      expect(unwrapSigned(wrapUnsigned(message))).toEqual({ signature: new Uint8Array(64), message }),
    ),
  );
});

test('no JSON makes the check of a public proof throw, and no made-up proof is valid', () => {
  const time = fc.date({ noInvalidDate: true }).map((at) => at.toISOString());
  const bytes = fc.oneof(
    fc.string(),
    fc.uint8Array({ maxLength: 70 }).map((some) => base64.encode(some)),
  );
  const nearly = fc.record(
    {
      kind: fc.constant('countersign-proof'),
      version: fc.constantFrom(1, 2),
      id: fc.uuid(),
      status: fc.constantFrom('standing', 'removed'),
      accountCode: fc.string(),
      method: fc.constantFrom(...proofMethods),
      chain: fc.string(),
      address: fc.oneof(fc.string(), fc.constant(owner.address)),
      origin: fc.oneof(fc.string(), fc.constant(facts.origin)),
      provenAt: time,
      endedAt: time,
      url: fc.string(),
      statement: fc.string(),
      message: fc.oneof(bytes, fc.constant(base64.encode(message2))),
      signedBytes: bytes,
      signature: bytes,
    },
    { requiredKeys: ['kind', 'version', 'id', 'status'] },
  );
  fc.assert(
    fc.property(fc.oneof(fc.jsonValue(), nearly), (json) => {
      const checked = checkPublicProof(json);
      if (checked.status === 'checked') expect(checked.isValid).toBe(false);
    }),
  );
});
