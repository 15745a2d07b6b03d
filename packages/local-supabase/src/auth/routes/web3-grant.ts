import { z } from 'zod';
import type { Query } from '../../core/database.ts';
import type { AuthSettings } from '../../core/settings.ts';
import type { AuthContext } from '../auth-context.ts';
import { transactAsAuth } from '../auth-context.ts';
import { AuthError, OAuthError, validationFailed } from '../auth-error.ts';
import type { AuthRequest } from '../caller.ts';
import { signInExternally } from '../external/sign-in-externally.ts';
import { optionalText, readBody } from '../read-body.ts';
import { isAllowedRedirect } from '../redirects.ts';
import { startSession, type UnsignedSession } from '../sessions.ts';
import { isSignedBy } from '../web3/is-signed-by.ts';
import { readSolanaMessage, type SolanaMessage } from '../web3/read-solana-message.ts';

const Web3Grant = z.object({ chain: optionalText, message: optionalText, signature: optionalText });

/** A message is valid for this long before and after its `Issued At`, as at Supabase. */
const validityMs = 10 * 60 * 1000;

/** Signs in with a message that a wallet signed. The first sign-in creates the wallet's account. */
export async function grantBySolana(request: AuthRequest, auth: AuthContext): Promise<UnsignedSession> {
  if (!auth.settings.allowSolana) {
    throw new AuthError(422, 'web3_provider_disabled', 'Web3 provider is disabled');
  }
  const { chain, message: text, signature } = await readBody(request, Web3Grant);
  if (chain !== 'solana') throw new AuthError(400, 'web3_unsupported_chain', 'Unsupported chain');
  if (Buffer.byteLength(text) < 64) throw validationFailed('message is too short');
  if (Buffer.byteLength(text) > 20 * 1024) throw validationFailed('message must not exceed 20KB');
  const signatureBytes = readSignature(signature);
  const message = readSolanaMessage(text);
  if (!isSignedBy(signatureBytes, { address: message.address, domain: message.domain, text })) {
    throw refused('Signature does not match address in message');
  }
  requireOurSite(message, auth.settings);
  requireNow(message);
  const subject = `web3:solana:${message.address}`;
  const race = await auth.races.walletAccounts.begin();
  return transactAsAuth(auth, async (query) => {
    // Both requests found no account, but the identity can only be added once.
    if (race.readShared(subject)) throw new AuthError(500, 'unexpected_failure', 'Internal Server Error');
    const isKnown = await hasIdentity(query, subject);
    const signIn = await signInExternally(query, auth, {
      provider: 'web3',
      profile: { subject, claims: describeWallet(subject, message), emails: [] },
    });
    if (!signIn.ok) throw signIn.error;
    if (!isKnown) race.share(subject, true);
    return startSession(query, auth, { user: signIn.user, method: 'web3', request });
  });
}

async function hasIdentity(query: Query, subject: string): Promise<boolean> {
  const found = `select id from auth.identities where provider = 'web3' and provider_id = $1`;
  return (await query(found, [subject])).length > 0;
}

function readSignature(signature: string): Buffer {
  if (signature.length !== 86 && signature.length !== 88) {
    throw validationFailed('signature must be 64 bytes encoded as base64 with or without padding');
  }
  if (!/^[\w+/-]{86}(==)?$/.test(signature)) {
    throw validationFailed('signature does not contain valid base64 characters');
  }
  return Buffer.from(signature, 'base64');
}

function requireOurSite({ uri, domain }: SolanaMessage, settings: AuthSettings): void {
  const isLocal = uri.hostname === 'localhost';
  if (uri.protocol !== 'https:' && !isLocal) {
    throw refused('Signed Solana message is using URI which does not use HTTPS');
  }
  if (!isAllowedRedirect(uri.toString(), settings)) {
    throw refused(
      'Signed Solana message is using URI which is not allowed on this server, message was signed for another app',
    );
  }
  if (!isLocal && (uri.host !== domain || !isAllowedRedirect(`https://${domain}/`, settings))) {
    throw refused(
      'Signed Solana message is using a Domain that does not match the one in URI which is not allowed on this server',
    );
  }
}

function requireNow({ notBefore, expirationTime, issuedAt }: SolanaMessage): void {
  const now = Date.now();
  if (notBefore !== undefined && now < notBefore) {
    throw refused('Signed Solana message becomes valid in the future');
  }
  if (expirationTime !== undefined && now > expirationTime) throw refused('Signed Solana message is expired');
  if (now > issuedAt + validityMs) throw refused('Solana message was issued too long ago');
  if (now < issuedAt - validityMs) throw refused('Solana message was issued too far in the future');
}

function describeWallet(subject: string, message: SolanaMessage): Record<string, unknown> {
  return {
    sub: subject,
    custom_claims: {
      address: message.address,
      chain: 'solana',
      network: message.chainId,
      domain: message.domain,
      statement: message.statement,
    },
  };
}

function refused(description: string): OAuthError {
  return new OAuthError('invalid_grant', description);
}
