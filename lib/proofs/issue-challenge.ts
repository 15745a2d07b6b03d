import 'server-only';
import { randomBytes } from 'node:crypto';
import { writePlainName } from 'countersign/proof/display-name';
import {
  type ChallengePurpose,
  frameStatement,
  type PreparedStatement,
  type ProofMethod,
  type ProofPurpose,
  prepareStatement,
  signInFields,
  writePresenceStatement,
} from 'countersign/proof/statement';
import { readAddress } from 'countersign/proof/verify';
import { headers } from 'next/headers';
import { environment } from '../env.ts';
import { readClientAddress } from '../http/client-address.ts';
import { consumeAttempt } from '../rate-limit/consume.ts';
import { fail, type Result } from '../result.ts';
import type { Viewer } from '../session/viewer.ts';
import { callAsViewer } from '../supabase/call-as-viewer.ts';
import { readAccount } from './read-account.ts';

/** Long enough to find a hardware wallet and read, and short enough to make a forgotten statement worthless. */
export const challengeLifeInSeconds = 5 * 60;

export type IssuedChallenge<Purpose extends ChallengePurpose = ProofPurpose> = PreparedStatement & {
  id: string;
  purpose: Purpose;
  /** The statement's account, to compare with the wallet's own display. */
  accountCode: string;
};

type ChallengeRequest<Purpose> = { viewer: Viewer; purpose: Purpose; method: ProofMethod; address: string };

/** Binds a new statement to this account, session, site, address, chain and method. It isn't a credential: Auth never accepts it. */
export async function issueChallenge<Purpose extends ChallengePurpose>({
  viewer,
  purpose,
  method,
  address,
}: ChallengeRequest<Purpose>): Promise<Result<{ challenge: IssuedChallenge<Purpose> }>> {
  const key = readAddress(address);
  if (!key.ok) return fail('wallet.address_invalid');
  // Comes before the account, so that a refused request makes no other call.
  const taken = await consumeAttempt('challenge', { address: readClientAddress(await headers()) });
  if (!taken.ok) return taken;
  const account = await readAccount(viewer);
  if (!account.ok) return account;

  const { siteUrl, chain } = environment();
  const issuedAt = new Date();
  const expiresAt = new Date(issuedAt.getTime() + challengeLifeInSeconds * 1000);
  const names = {
    accountCode: account.code,
    displayName: account.displayName && writePlainName(account.displayName),
  };
  const frame = {
    origin: siteUrl,
    address,
    chain,
    nonce: randomBytes(16).toString('hex'),
    issuedAt,
    expiresAt,
  };
  const fields =
    purpose === 'confirm'
      ? frameStatement(writePresenceStatement(names), frame)
      : purpose === 'move-and-delete'
        ? signInFields({ version: 3, purpose: 'move', ...names, ...frame })
        : signInFields({ version: 2, purpose, ...names, ...frame });
  const prepared = prepareStatement({ fields, method, publicKey: key.publicKey });
  const issued = await callAsViewer(viewer, 'issue_challenge', {
    p_purpose: purpose,
    p_method: method,
    p_chain: chain,
    p_address: address,
    p_origin: siteUrl,
    p_nonce: fields.nonce,
    p_message: prepared.message,
    p_expires_in_seconds: challengeLifeInSeconds,
  });
  if (!issued.ok) return issued;
  return { ok: true, challenge: { id: issued.rows, purpose, accountCode: account.code, ...prepared } };
}
