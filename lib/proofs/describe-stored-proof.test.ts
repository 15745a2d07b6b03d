import { base64 } from '@scure/base';
import { checkPublicProof } from 'countersign/proof/public-proof';
import type { ProofMethod } from 'countersign/proof/statement';
import {
  facts,
  memo,
  memo2,
  message,
  message2,
  owner,
} from '../../packages/countersign/src/testing/signed-statements';
import { describeStoredProof, StoredProof } from './describe-stored-proof';

const id = '0b0f6c7e-3d57-4c8b-9a55-2f1b6c1d7e90';

/** A proof whose evidence is public by the database's clock. */
function storedProof(method: ProofMethod, bytes: Uint8Array) {
  const [issued, signature] = [base64.encode(bytes), base64.encode(owner.sign(bytes))];
  return StoredProof.parse({
    ...{ account_code: facts.accountCode, method, chain: facts.chain, address: facts.address },
    ...{ origin: facts.origin, proven_at: '2026-11-20T09:01:00.000Z' },
    ...{ message: issued, signed_bytes: issued, signature },
  });
}

/** By this server's clock. The statements expire at 09:05. */
function describeAt(time: string, proof: StoredProof) {
  jest.useFakeTimers({ now: new Date(`2026-11-20T${time}Z`) });
  return describeStoredProof(id, proof);
}
afterEach(() => jest.useRealTimers());

describe('a proof that Auth would still accept as a sign-in', () => {
  test.each([
    ['a text', 'sign_in', message],
    ['a memo', 'memo', memo],
  ] as const)('is %s without its evidence, although the database gave it', (_, method, bytes) => {
    const proof = storedProof(method, bytes);
    const described = describeAt('09:05:59.999', proof);
    expect(described).toEqual({
      ...{ kind: 'countersign-proof', version: 1, id, status: 'standing', accountCode: facts.accountCode },
      ...{ method, chain: facts.chain, address: facts.address, origin: facts.origin },
      ...{ provenAt: '2026-11-20T09:01:00.000Z', url: `${facts.origin}/proofs/${id}` },
      evidenceAt: '2026-11-20T09:06:00.000Z',
    });
    expect(describeAt('09:06:00.000', proof)).toMatchObject({ version: 1, message: base64.encode(bytes) });
  });

  test('throws if its text has no expiry', () => {
    const endless = new TextEncoder().encode('A text\nURI: https://countersign.example');
    expect(() => describeAt('09:06:00.000', storedProof('sign_message', endless))).toThrow('never expires');
  });

  test('is withheld until the last time in its text', () => {
    const twice = 'A text\nURI: x\nExpiration Time: 2020-01-01\nExpiration Time: 2026-11-20T09:05:00Z';
    const proof = storedProof('sign_message', new TextEncoder().encode(twice));
    expect(describeAt('09:00:00.000', proof)).toMatchObject({ evidenceAt: '2026-11-20T09:06:00.000Z' });
  });
});

test.each([
  ['a text', 'sign_in', message2],
  ['a memo', 'memo', memo2],
] as const)('%s of version 2 has its evidence at once', (_, method, bytes) => {
  const described = describeAt('09:01:00.000', storedProof(method, bytes));
  expect(described).toMatchObject({ version: 2, message: base64.encode(bytes) });
  expect(described).not.toHaveProperty('evidenceAt');
});

test("a newer version's method is passed on, for verifiers to refuse", () => {
  const described = describeAt('09:01:00.000', storedProof('sign_later' as ProofMethod, message2));
  expect(described).toMatchObject({ method: 'sign_later', message: base64.encode(message2) });
  expect(checkPublicProof(described)).toEqual({ status: 'unreadable' });
});

test('throws for a stored proof without a text or an address', () => {
  const garbled = storedProof('sign_message', Uint8Array.of(0xff, 0xfe));
  expect(() => describeStoredProof(id, garbled)).toThrow('no readable statement');
  const nobodys = { ...storedProof('sign_in', message2), address: 'nothing' };
  expect(() => describeStoredProof(id, nobodys)).toThrow('no readable statement');
});

test('withheld evidence includes the time of its release', () => {
  const {
    message: _,
    signed_bytes: __,
    signature: ___,
    ...about
  } = storedProof('sign_in', message) as Record<string, string>;
  const withheld = StoredProof.parse({ ...about, evidence_at: '2026-11-20T09:06:00+00:00' });
  expect(describeAt('09:30:00.000', withheld)).toMatchObject({ evidenceAt: '2026-11-20T09:06:00.000Z' });
});
