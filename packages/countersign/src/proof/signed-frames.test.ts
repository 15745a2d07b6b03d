import { base58 } from '@scure/base';
import {
  address as asAddress,
  compileOffchainMessageEnvelope,
  offchainMessageApplicationDomain,
} from '@solana/kit';
import { offChainFrames } from './signed-frames.ts';

const address = '7Np41oeYqPefeNQEHSv1UDhYrehxin3NStELsSKCT4K2';
const publicKey = base58.decode(address);
const host = 'countersign.example';
const text = 'A statement\nof two lines';
const message = new TextEncoder().encode(text);
const hex = (bytes: ArrayLike<number>) => Buffer.from(Uint8Array.from(bytes)).toString('hex');
const frames = offChainFrames(message, publicKey, host).map(hex);
const requiredSignatories = [{ address: asAddress(address) }];

function version0(application: Uint8Array, format: 0 | 1 | 2, content: string) {
  const applicationDomain = offchainMessageApplicationDomain(base58.encode(application));
  const envelope = compileOffchainMessageEnvelope({
    ...{ version: 0, applicationDomain, requiredSignatories },
    content: { format, text: content } as never,
  });
  return hex(envelope.content);
}

describe('the off-chain frames', () => {
  const site = new Uint8Array(32);
  site.set(new TextEncoder().encode(host));

  it('match those of @solana/kit', () => {
    for (const application of [new Uint8Array(32), site]) {
      expect(frames).toContain(version0(application, 1, text));
      expect(frames).toContain(version0(application, 2, text));
    }
    expect(frames).toContain(
      hex(compileOffchainMessageEnvelope({ version: 1, content: text, requiredSignatories }).content),
    );
  });

  it('match those of @solana/kit for printable ASCII', () => {
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
