import { createPublicKey, verify } from 'node:crypto';
import { base58, base64 } from '@scure/base';
import { compileOffchainMessageEnvelope, offchainMessageApplicationDomain } from '@solana/offchain-messages';
import { attackOnMethod, vectorOfMethod, writeVector } from '../testing/vector-of-each-method.ts';
import vectors from './proof-vectors.json';
import { proofMethods } from './statement.ts';
import { offChainFrames, type ProofEvidence, type ProofRefusal, verifyProof } from './verify.ts';

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

  it('include a vector of each signing method and each attack on one, signed with the published seeds', () => {
    const made = Object.entries(vectorOfMethod).map(([name, evidence]) => ({
      name,
      ...writeVector(evidence),
    }));
    expect(vectors.valid).toEqual(expect.arrayContaining(made));
    const attacks = Object.entries(attackOnMethod).map(([attack, [evidence, reason]]) => ({
      ...{ attack, reason },
      ...writeVector(evidence),
    }));
    expect(vectors.invalid).toEqual(expect.arrayContaining(attacks));
  });

  it('include an attack for every refusal', () => {
    const reasons = new Set(vectors.invalid.map(({ reason }) => reason));
    expect([...reasons].sort()).toEqual(Object.keys(everyReason).sort());
  });

  it('include a valid proof of every version and method', () => {
    const kinds = new Set(vectors.valid.map(({ version, method }) => `${version} ${method}`));
    const every = [1, 2, 3].flatMap((version) => proofMethods.map((method) => `${version} ${method}`));
    // Version 1 signs in, which this method never does.
    expect(kinds).toEqual(new Set(every.filter((kind) => kind !== '1 sign_offchain_message')));
  });
});

describe('verifyProof', () => {
  it.each(vectors.valid.map((vector) => [vector.name, vector] as const))('accepts %s', (_, vector) => {
    expect(verifyProof(read(vector))).toMatchObject({ ok: true });
  });

  it.each(vectors.invalid.map((vector) => [vector.attack, vector] as const))('refuses %s', (_, vector) => {
    expect(verifyProof(read(vector))).toEqual({ ok: false, reason: vector.reason });
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

describe('the off-chain frames', () => {
  const address = '7Np41oeYqPefeNQEHSv1UDhYrehxin3NStELsSKCT4K2';
  const publicKey = base58.decode(address);
  const host = 'countersign.example';
  const text = 'A statement\nof two lines';
  const message = new TextEncoder().encode(text);
  const hex = (bytes: ArrayLike<number>) => Buffer.from(Uint8Array.from(bytes)).toString('hex');
  const frames = offChainFrames(message, publicKey, host).map(hex);
  const requiredSignatories = [{ address: address as never }];

  function version0(application: Uint8Array, format: 0 | 1 | 2, content: string) {
    const applicationDomain = offchainMessageApplicationDomain(base58.encode(application));
    const envelope = compileOffchainMessageEnvelope({
      ...{ version: 0, applicationDomain, requiredSignatories },
      content: { format, text: content } as never,
    });
    return hex(envelope.content);
  }

  const site = new Uint8Array(32);
  site.set(new TextEncoder().encode(host));

  it('match those of @solana/offchain-messages', () => {
    for (const application of [new Uint8Array(32), site]) {
      expect(frames).toContain(version0(application, 1, text));
      expect(frames).toContain(version0(application, 2, text));
    }
    expect(frames).toContain(
      hex(compileOffchainMessageEnvelope({ version: 1, content: text, requiredSignatories }).content),
    );
  });

  it('match those of @solana/offchain-messages for printable ASCII', () => {
    const line = 'A statement of one line';
    const ofLine = offChainFrames(new TextEncoder().encode(line), publicKey, host).map(hex);
    expect(ofLine).toContain(version0(new Uint8Array(32), 0, line));
  });

  it('include the legacy layout, with its length in two bytes', () => {
    const head = Buffer.concat([Buffer.of(0xff), Buffer.from('solana offchain')]).toString('hex');
    expect(frames).toContain(`${head}00011800${hex(message)}`);
    const long = offChainFrames(new Uint8Array(0x0201), publicKey, host).map(hex);
    expect(long).toContain(`${head}00000102${'00'.repeat(0x0201)}`);
  });

  it('are ten, without duplicates', () => {
    expect(new Set(frames).size).toBe(10);
    expect(frames).toHaveLength(10);
  });

  it('do not exist for a message of more than 65,535 bytes', () => {
    expect(offChainFrames(new Uint8Array(0xffff), publicKey, host)).toHaveLength(10);
    expect(offChainFrames(new Uint8Array(0x10000), publicKey, host)).toEqual([]);
  });
});
