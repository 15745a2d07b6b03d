import type { SolanaSignInInput } from '@solana/wallet-standard-features';

/**
 * The text of Sign in with Solana for an address, as a wallet writes it: an absent field has no line, and the order is
 * fixed. Throws a RangeError when a field holds a line break, which could fake the lines after it.
 */
export function writeSignInText(input: SolanaSignInInput, domain: string, address: string): string {
  const lines = [`${domain} wants you to sign in with your Solana account:`, address];
  if (input.statement) lines.push('', input.statement);

  const fields: [string, string | undefined][] = [
    ['URI', input.uri],
    ['Version', input.version],
    ['Chain ID', input.chainId],
    ['Nonce', input.nonce],
    ['Issued At', input.issuedAt],
    ['Expiration Time', input.expirationTime],
    ['Not Before', input.notBefore],
    ['Request ID', input.requestId],
  ];
  const written = fields.filter(([, value]) => value).map(([label, value]) => `${label}: ${value}`);
  if (input.resources) written.push('Resources:', ...input.resources.map((resource) => `- ${resource}`));
  if (written.length > 0) lines.push('', ...written);

  if (lines.some((line) => /[\r\n]/.test(line))) throw new RangeError('A field holds a line break.');
  return lines.join('\n');
}
