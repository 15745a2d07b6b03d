import crypto from 'node:crypto';
import { base64 } from '@scure/base';
import { writeOffchainMessage } from 'countersign/proof/off-chain-message';
import type { ProofMethod } from 'countersign/proof/statement';
import { checkSignature, type ProofEvidence, verifyProof } from 'countersign/proof/verify';
import vectors from '../../packages/countersign/src/proof/proof-vectors.json';
import {
  facts,
  memo,
  memo2,
  message2,
  owner,
  signWithPoint,
  smallOrderPoint,
  stranger,
} from '../../packages/countersign/src/testing/signed-statements';
import { fail, type Result } from '../result';
import { fc, runs } from '../testing/properties';
import {
  checkSignatureNatively,
  checkSignedChallenge,
  dropAppendedSignature,
} from './check-signed-challenge';

let answer: Result<{ rows: unknown[] }>;
const calls: unknown[][] = [];
jest.mock('../supabase/call-as-viewer', () => ({
  callAsViewer: async (...call: unknown[]) => {
    calls.push(call);
    return answer;
  },
}));

const viewer = {
  ...{ id: 'a', email: 'ada@example.com', sessionId: 's', aal: 'aal1' as const },
  ...{ openedMailAt: null, sessionExpiresAt: 0 },
};
const challengeId = '0b0f6c7e-3d57-4c8b-9a55-2f1b6c1d7e90';
const issued = (method: ProofMethod, message: Uint8Array, changes: object = {}) => ({
  ok: true as const,
  rows: [
    { method, address: facts.address, origin: facts.origin, message: base64.encode(message), ...changes },
  ],
});
const submit = (signedBytes: Uint8Array, signature = owner.sign(signedBytes)) =>
  checkSignedChallenge({
    ...{ viewer, challengeId },
    ...{ signedBytes: base64.encode(signedBytes), signature: base64.encode(signature) },
  });
let log: jest.SpyInstance;
beforeEach(() => {
  calls.length = 0;
  log = jest.spyOn(console, 'warn').mockImplementation(() => undefined);
});
afterEach(() => jest.restoreAllMocks());

describe('a signed challenge', () => {
  it.each([
    ['sign_message', message2],
    ['sign_in', message2],
    ['memo', memo2],
  ] as const)('is good by %s, when it is the stored bytes that were signed', async (method, message) => {
    answer = issued(method, message);
    const signature = base64.encode(owner.sign(message));
    const bound = {
      ...{ p_challenge_id: challengeId, p_signature: signature },
      p_signed_bytes: base64.encode(message),
    };
    expect(await submit(message)).toEqual({ ok: true, parameters: bound });
    expect(calls).toEqual([[viewer, 'consume_challenge', bound]]);
  });

  it('is stored without the signature that the wallet appended', async () => {
    answer = issued('sign_message', message2);
    const signature = owner.sign(message2);
    const appended = Uint8Array.of(...message2, ...signature);
    expect(await submit(appended, signature)).toMatchObject({
      parameters: { p_signed_bytes: base64.encode(message2) },
    });
    expect(calls[0]?.[2]).toMatchObject({ p_signed_bytes: base64.encode(message2) });
  });

  it('is good by an off-chain message of version 1 around the stored bytes, and by nothing else', async () => {
    const framed = writeOffchainMessage(message2, owner.publicKey);
    answer = issued('sign_offchain_message', message2);
    expect(await submit(framed)).toMatchObject({ parameters: { p_signed_bytes: base64.encode(framed) } });
    expect(await submit(message2)).toEqual(fail('proof.statement_changed'));
    expect(await submit(message2, owner.sign(framed))).toEqual(fail('proof.statement_changed'));
    expect(await submit(framed, owner.sign(message2))).toEqual(fail('proof.refused'));
    const appended = Uint8Array.of(...framed, ...owner.sign(framed));
    expect(await submit(appended, owner.sign(framed))).toEqual(fail('proof.statement_changed'));
  });

  it('is used up before any check, and refused if the database has no such challenge', async () => {
    answer = { ok: true, rows: [] };
    expect(await submit(message2)).toEqual(fail('proof.challenge_gone'));
    answer = fail('auth.signed_out');
    expect(await submit(message2)).toEqual(fail('auth.signed_out'));
    answer = issued('sign_message', message2);
    await submit(message2, stranger.sign(message2));
    expect(calls.map(([, name]) => name)).toEqual(Array(3).fill('consume_challenge'));
  });

  it.each([
    ["another wallet's signature", 'sign_message', message2, message2, stranger, 'proof.refused'],
    ['other words by sign_message', 'sign_message', message2, memo2, owner, 'proof.refused'],
    [
      'other words that the wallet wrote itself',
      'sign_in',
      message2,
      memo2,
      owner,
      'proof.statement_changed',
    ],
    ['another transaction', 'memo', memo2, message2, owner, 'proof.transaction_changed'],
    ["another wallet's transaction", 'memo', memo2, memo2, stranger, 'proof.refused'],
    ['a text that Auth would take as a sign-in', 'memo', memo, memo, owner, 'proof.refused'],
  ] as const)('is refused with %s, and the log says why', async (_, method, message, signed, key, code) => {
    answer = issued(method, message);
    expect(await submit(signed, key.sign(signed))).toEqual(fail(code));
    expect(log).toHaveBeenCalledTimes(1);
  });

  it('is checked against the stored address and site, whatever its message says', async () => {
    for (const other of [{ address: stranger.address }, { origin: 'https://evil.example' }]) {
      answer = issued('sign_message', message2, other);
      expect(await submit(message2)).toEqual(fail('proof.refused'));
    }
  });
});

test('an appended signature is dropped, and no other bytes are', () => {
  const signature = fc.uint8Array({ minLength: 64, maxLength: 64 });
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 1, maxLength: 100 }), signature, (bytes, appended) => {
      const [plain, other] = [base64.encode(bytes), base64.encode(appended)];
      const together = base64.encode(Uint8Array.of(...bytes, ...appended));
      expect(dropAppendedSignature(together, other)).toBe(plain);
      expect(dropAppendedSignature(plain, other)).toBe(plain);
      expect(dropAppendedSignature(other, other)).toBe(other);
    }),
  );
});

test('the server checks signatures with the same results for all test vectors', () => {
  for (const vector of [...vectors.valid, ...vectors.invalid]) {
    const [message, signedBytes, signature] = [vector.message, vector.signedBytes, vector.signature].map(
      base64.decode,
    );
    const evidence = { ...vector, message, signedBytes, signature } as ProofEvidence;
    expect(verifyProof(evidence, checkSignatureNatively)).toEqual(verifyProof(evidence));
  }
});

test('both signature checks return the same result for any bytes', () => {
  const signatures = fc.oneof(
    fc.constant(owner.sign(message2)),
    fc
      .tuple(fc.nat(63), fc.integer({ min: 1, max: 255 }))
      .map(([at, change]) => owner.sign(message2).map((byte, i) => (i === at ? byte ^ change : byte))),
    fc.uint8Array({ minLength: 64, maxLength: 64 }),
    fc
      .uint8Array({ minLength: 32, maxLength: 32 })
      .map((half) => Uint8Array.of(1, ...new Uint8Array(31), ...half)),
  );
  const keys = fc.constantFrom(owner.publicKey, stranger.publicKey);
  fc.assert(
    fc.property(signatures, keys, (signature, key) =>
      expect(checkSignatureNatively(signature, message2, key)).toBe(checkSignature(signature, message2, key)),
    ),
    runs(30),
  );
});

test('the server refuses a signature with the neutral point, even if OpenSSL accepts it', () => {
  jest.spyOn(crypto, 'verify').mockReturnValue(true as never);
  const signature = signWithPoint(smallOrderPoint(0).toBytes(), 0n, message2, owner.publicKey);
  expect(checkSignatureNatively(signature, message2, owner.publicKey)).toBe(false);
  expect(checkSignatureNatively(stranger.sign(message2), message2, owner.publicKey)).toBe(true);
});
