import { CountersignError, wrongClient } from '../countersign-error.ts';
import { isExpired, type Person, type Session } from './session.ts';
import { type CheckedSettings, checkClient, type Settings } from './settings.ts';

/** A wallet that the person shares with this app. */
export type Wallet = {
  /** CAIP-10, such as `solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp:7Np41oeYqPefeNQEHSv1UDhYrehxin3NStELsSKCT4K2`. */
  account: string;
  /** Such as `solana:mainnet`. */
  chain: string;
  /** Base58. Compare it case-sensitively. */
  address: string;
  /** ISO 8601, with up to six decimals. */
  provenAt: string;
  primary: boolean;
};

export type WalletsAnswer =
  /** The site's current response. The list is empty if the person shares no wallet. */
  | { status: 'ready'; person: Person; wallets: Wallet[] }
  | { status: 'signed_out' }
  /** The access token has expired: refresh it. */
  | { status: 'expired' }
  /** The person revoked the app's access, or the account was deleted. */
  | { status: 'ended' }
  /** The site didn't respond, so the person's state is unknown. */
  | { status: 'unreachable' };

/** The timeout for the site. */
const timeoutMs = 5000;
/** Responses kept for their ETag, each with at most 20 wallets. */
const mostKept = 1000;

/**
 * Requests a session's wallets from the site on every call, since the person may remove one at any time.
 * @throws CountersignError `insufficient_scope`
 */
export type ReadWallets = (session: Session) => Promise<WalletsAnswer>;

export function createWalletReader({ issuerName, fetch, scope }: CheckedSettings): ReadWallets {
  const kept = new Map<string, { etag: string; wallets: Wallet[] } | 'ended'>();

  async function fetchWallets(accessToken: string, etag?: string): Promise<Response | null> {
    return fetch(`${issuerName}/api/v1/wallets`, {
      headers: { authorization: `Bearer ${accessToken}`, ...(etag && { 'if-none-match': etag }) },
      cache: 'no-store',
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    }).catch(() => null);
  }

  function keep(accessToken: string, known: { etag: string; wallets: Wallet[] } | 'ended'): void {
    kept.delete(accessToken);
    kept.set(accessToken, known);
    const [oldest = ''] = kept.size > mostKept ? kept.keys() : [];
    kept.delete(oldest);
  }

  return async (session) => {
    const { person, accessToken } = session;
    if (!scope.split(' ').includes('wallets'))
      throw new CountersignError('insufficient_scope', `Add wallets to the scope, which is "${scope}".`);
    if (isExpired(session)) return { status: 'expired' };
    const before = kept.get(accessToken);
    // Such a token never becomes valid again, and the site rate-limits requests with one.
    if (before === 'ended') return { status: 'ended' };
    const answer = await fetchWallets(accessToken, before?.etag);
    if (answer?.status === 304 && before) return { status: 'ready', person, wallets: before.wallets };
    const code = answer && (await readCode(answer));
    // The scope is missing if the person's consent is from before the app requested wallets.
    if (code === 'app.token_invalid' || code === 'app.scope_missing') {
      keep(accessToken, 'ended');
      return { status: 'ended' };
    }
    const wallets = answer?.ok ? await readList(answer, person.sub) : null;
    if (!wallets) return { status: 'unreachable' };
    keep(accessToken, { etag: answer?.headers.get('etag') ?? '', wallets });
    return { status: 'ready', person, wallets };
  };
}

/** @returns the site's error code (docs/api.md); null if a proxy refused, which says nothing about the person */
async function readCode(answer: Response): Promise<string | null> {
  if (answer.ok || answer.status === 304) return null;
  const body = await answer.json().then(
    (read) => read as { error?: { code?: string } } | null,
    () => null,
  );
  return body?.error?.code ?? null;
}

type WalletClaim = Omit<Wallet, 'provenAt'> & { proven_at: string };

/** @returns null unless it is the site's response about this person */
async function readList(answer: Response, sub: string): Promise<Wallet[] | null> {
  const body = await answer.json().then(
    (read) => read as Partial<{ sub: string; wallets: WalletClaim[] }> | null,
    () => null,
  );
  if (body?.sub !== sub || !Array.isArray(body.wallets)) return null;
  return body.wallets.map(({ proven_at, ...wallet }) => ({ ...wallet, provenAt: proven_at }));
}

export type WalletsOfSubject =
  | { status: 'ready'; wallets: Wallet[] }
  /** The person no longer shares wallets with the app, or never did. */
  | { status: 'ended' }
  | { status: 'unreachable' };

/**
 * A person's wallets, without a token: for people who are absent, or whose session another library keeps.
 * @param sub the person's subject in this app
 * @throws CountersignError `settings`, `invalid_client`
 */
export async function readWalletsOf(sub: string, given: Settings = {}): Promise<WalletsOfSubject> {
  const { issuerName, clientId, clientSecret, fetch } = checkClient(given);
  const answer = await fetch(`${issuerName}/api/v1/accounts/${encodeURIComponent(sub)}/wallets`, {
    headers: { authorization: `Basic ${btoa(`${clientId}:${clientSecret}`)}` },
    cache: 'no-store',
    redirect: 'error',
    signal: AbortSignal.timeout(timeoutMs),
  }).catch(() => null);
  const code = answer && (await readCode(answer));
  if (code === 'app.client_refused') throw wrongClient({ issuerName, clientId });
  if (code === 'app.subject_unknown') return { status: 'ended' };
  const wallets = answer?.ok ? await readList(answer, sub) : null;
  return wallets ? { status: 'ready', wallets } : { status: 'unreachable' };
}
