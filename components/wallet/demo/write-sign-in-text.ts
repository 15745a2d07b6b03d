import type { SolanaSignInInput } from '@solana/wallet-standard-features';

/** Writes the text of Sign in with Solana. Throws a RangeError if a field contains a line break, which could fake later lines. */
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
