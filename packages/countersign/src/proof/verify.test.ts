import { createPublicKey, verify } from 'node:crypto';
import { base58, base64 } from '@scure/base';
import { vectorOfMethod, writeVector } from '../testing/vector-of-each-method.ts';
import { checkSignature } from './check-signature.ts';
import { checkSignatureNatively } from './check-signature-natively.ts';
import vectors from './proof-vectors.json';
import { type ProofEvidence, type ProofRefusal, verifyProof } from './verify.ts';

type Vector = {
  version: number;
  method: string;
  address: string;
  origin: string;
  message: string;
  signedBytes: string;
  signature: string;
};

function read(vector: Vector): ProofEvidence {
  return {
    version: vector.version as ProofEvidence['version'],
    method: vector.method as ProofEvidence['method'],
    address: vector.address,
    origin: vector.origin,
    message: base64.decode(vector.message),
    signedBytes: base64.decode(vector.signedBytes),
    signature: base64.decode(vector.signature),
  };
}

/** A record, so that a reason without a vector doesn't compile. */
const everyReason: Record<ProofRefusal, true> = {
  'address.not_base58': true,
  'address.wrong_length': true,
  'address.not_on_curve': true,
  'address.small_order': true,
  'address.mixed_order': true,
  'origin.malformed': true,
  'message.malformed': true,
  'message.other_site': true,
  'message.other_address': true,
  'message.other_version': true,
  'signature.wrong_length': true,
  'signed_bytes.different': true,
  'signature.wrong': true,
};

describe('the test vectors', () => {
  it('include at least 40 attacks with unique names', () => {
    const attacks = vectors.invalid.map(({ attack }) => attack);
    expect(attacks.length).toBeGreaterThanOrEqual(40);
    expect(new Set(attacks).size).toBe(attacks.length);
    const names = vectors.valid.map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
  });

  it('include a vector of each signing method, signed with the published seeds', () => {
    const made = Object.entries(vectorOfMethod).map(([name, evidence]) => ({
      name,
      ...writeVector(evidence),
    }));
    expect(vectors.valid).toEqual(expect.arrayContaining(made));
  });

  it('include an attack for every refusal', () => {
    const reasons = new Set(vectors.invalid.map(({ reason }) => reason));
    expect([...reasons].sort()).toEqual(Object.keys(everyReason).sort());
  });

  it('include a valid proof of every version and method', () => {
    const kinds = new Set(vectors.valid.map(({ version, method }) => `${version} ${method}`));
    const methods = ['sign_in', 'sign_message', 'memo'];
    expect(kinds).toEqual(new Set([1, 2, 3].flatMap((version) => methods.map((way) => `${version} ${way}`))));
  });
});

describe.each([
  ['on servers', checkSignatureNatively],
  ['anywhere', checkSignature],
])('verifyProof %s', (_, isSignature) => {
  it.each(vectors.valid.map((vector) => [vector.name, vector] as const))('accepts %s', (_, vector) => {
    expect(verifyProof(read(vector), isSignature)).toMatchObject({ ok: true });
  });

  it.each(vectors.invalid.map((vector) => [vector.attack, vector] as const))('refuses %s', (_, vector) => {
    expect(verifyProof(read(vector), isSignature)).toEqual({ ok: false, reason: vector.reason });
  });
});

it('returns the signed bytes, with which other libraries accept the signature', () => {
  for (const vector of vectors.valid) {
    const checked = verifyProof(read(vector));
    if (!checked.ok) throw new Error(vector.name);
    const key = Buffer.from(base58.decode(vector.address)).toString('base64url');
    const publicKey = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x: key }, format: 'jwk' });
    expect(verify(null, checked.signedBytes, publicKey, base64.decode(vector.signature))).toBe(true);
  }
});
