import { joinBytes } from './bytes.ts';

const text = new TextEncoder();
/** Prefix of all off-chain messages of Solana, which makes them invalid as transactions. */
const signingDomain = joinBytes([0xff], text.encode('solana offchain'));
/** Version 0's length field has 16 bits. */
const longestMessage = 0xffff;

/**
 * The exact frames that existing wallets put around a message before they sign it. Empty for a message above 65,535 bytes.
 * @param domain the site's host. In its frame, Supabase's Auth uses it as the application domain, cut at 32 bytes.
 */
export function offChainFrames(message: Uint8Array, publicKey: Uint8Array, domain: string): Uint8Array[] {
  if (message.length > longestMessage) return [];
  const length = [message.length & 0xff, message.length >> 8];
  const noApplication = new Uint8Array(32);
  const siteApplication = new Uint8Array(32);
  siteApplication.set(text.encode(domain).subarray(0, 32));

  const frames: Uint8Array[] = [];
  // Formats: 0 printable ASCII, 1 UTF-8, 2 long UTF-8. Wallets disagree on the format of a text with line breaks.
  for (const format of [0, 1, 2]) {
    // Version 0's older layout, without application and signers, which some wallets still use.
    frames.push(joinBytes(signingDomain, [0, format], length, message));
    for (const application of [noApplication, siteApplication]) {
      frames.push(joinBytes(signingDomain, [0], application, [format, 1], publicKey, length, message));
    }
  }
  // Version 1: the number of signers, the signer, then the message.
  frames.push(joinBytes(signingDomain, [1, 1], publicKey, message));
  return frames;
}
