import { joinBytes } from './bytes.ts';

const text = new TextEncoder();
/** Begins every off-chain message of Solana, so that it can never be a transaction. */
const signingDomain = joinBytes([0xff], text.encode('solana offchain'));
/** The length field of the older frames has 16 bits. */
const longestMessage = 0xffff;

/**
 * The frames that wallets in the field put around a message before they sign it, exactly: a frame with anything else
 * in it is none of these. None for a message above 65,535 bytes.
 * @param domain the site's host, which Supabase's Auth puts into the application domain of its frame, cut at 32 bytes.
 */
export function offChainFrames(message: Uint8Array, publicKey: Uint8Array, domain: string): Uint8Array[] {
  if (message.length > longestMessage) return [];
  const length = [message.length & 0xff, message.length >> 8];
  const noApplication = new Uint8Array(32);
  const siteApplication = new Uint8Array(32);
  siteApplication.set(text.encode(domain).subarray(0, 32));

  const frames: Uint8Array[] = [];
  // Formats: 0 printable ASCII, 1 UTF-8, 2 long UTF-8. Wallets disagree on which one a text with line breaks is.
  for (const format of [0, 1, 2]) {
    // The layout before version 0 had an application and signers: wallets still make it.
    frames.push(joinBytes(signingDomain, [0, format], length, message));
    for (const application of [noApplication, siteApplication]) {
      frames.push(joinBytes(signingDomain, [0], application, [format, 1], publicKey, length, message));
    }
  }
  // Version 1: the number of signers, the signer, the message to the end.
  frames.push(joinBytes(signingDomain, [1, 1], publicKey, message));
  return frames;
}
