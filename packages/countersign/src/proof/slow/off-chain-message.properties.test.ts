import {
  compileOffchainMessageEnvelope,
  getOffchainMessageDecoder,
  type OffchainMessage,
} from '@solana/offchain-messages';
import { anyCharacter, fc, runs } from '../../../../../lib/testing/properties';
import { message2, owner, stranger, text2, textEvidence, toBytes } from '../../testing/signed-statements.ts';
import { joinBytes } from '../bytes.ts';
import { signingDomain, writeOffchainMessage } from '../off-chain-message.ts';
import { verifyProof } from '../verify.ts';

/** Compared with the implementation of Solana's own library. */
const someText = fc.string({ unit: anyCharacter, minLength: 1, maxLength: 80 });
const signers = [owner, stranger, { publicKey: new Uint8Array(32), address: '1'.repeat(32) }];

test('the library writes the same bytes for any text and signer', () => {
  fc.assert(
    fc.property(fc.oneof(someText, fc.constant(text2)), fc.constantFrom(...signers), (content, signer) => {
      const requiredSignatories = [{ address: signer.address as never }];
      const { content: expected } = compileOffchainMessageEnvelope({
        version: 1,
        requiredSignatories,
        content,
      });
      expect(writeOffchainMessage(toBytes(content), signer.publicKey)).toEqual(Uint8Array.from(expected));
    }),
    runs(2000),
  );
});

const keys = fc.array(fc.constantFrom(...signers.map(({ publicKey }) => publicKey)), { maxLength: 3 });
const frame = fc
  .record({
    domain: fc.oneof({ weight: 9, arbitrary: fc.constant(signingDomain) }, fc.uint8Array({ maxLength: 17 })),
    version: fc.oneof({ weight: 9, arbitrary: fc.constant(1) }, fc.nat(255)),
    keys: fc.oneof({ weight: 2, arbitrary: fc.constant([owner.publicKey]) }, keys),
    lie: fc.oneof({ weight: 9, arbitrary: fc.constant(0) }, fc.integer({ min: -1, max: 2 })),
    text: fc.oneof(
      { weight: 3, arbitrary: fc.constant(message2) },
      someText.map(toBytes),
      fc.uint8Array({ maxLength: 40 }),
      fc
        .tuple(fc.nat(message2.length), fc.uint8Array({ minLength: 1, maxLength: 3 }))
        .map(([at, added]) => joinBytes(message2.slice(0, at), added, message2.slice(at))),
    ),
  })
  .map(({ domain, version, keys: listed, lie, text }) =>
    joinBytes(domain, [version, Math.max(0, listed.length + lie)], ...listed, text),
  );

/** The library's reading, if it writes the same bytes again: its decoder drops zero bytes from a text. */
function readByLibrary(bytes: Uint8Array): OffchainMessage | null {
  try {
    const read = getOffchainMessageDecoder().decode(bytes);
    return Buffer.from(compileOffchainMessageEnvelope(read).content).equals(bytes) ? read : null;
  } catch {
    return null;
  }
}

const evidence = textEvidence({ version: 2, method: 'sign_offchain_message', message: message2 });

test('of 10,000 generated frames the same are accepted as the statement of this key', () => {
  let accepted = 0;
  fc.assert(
    fc.property(frame, (signedBytes) => {
      const read = readByLibrary(signedBytes);
      const isStatement =
        read?.version === 1 &&
        read.content === text2 &&
        read.requiredSignatories.length === 1 &&
        read.requiredSignatories[0]?.address === owner.address;
      expect(verifyProof({ ...evidence, signedBytes }, () => true).ok).toBe(isStatement);
      if (isStatement) accepted += 1;
    }),
    runs(10_000),
  );
  expect(accepted).toBeGreaterThan(1000);
});
