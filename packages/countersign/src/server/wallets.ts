import { CountersignError } from '../countersign-error.ts';
import { describeError } from './describe-error.ts';
import type { Person } from './person.ts';
import { type ApiBody, basicCredentials, refusedBy, requestApi } from './request-api.ts';
import { isExpired, type Session } from './session.ts';
import { type CheckedClient, type CheckedSettings, checkClient, type Settings } from './settings.ts';

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

type Shared = {
  wallets: Wallet[];
  /** The URL of the person's page, if they share it with your app too. It is the same in every app. */
  page?: string;
};

export type WalletsAnswer =
  /** The site's current response. The list is empty if the person shares no wallet. */
  | ({ status: 'ready'; person: Person } & Shared)
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

type Kept = { etag: string; shared: Shared };

/**
 * Requests a session's wallets from the site on every call, since the person may remove one at any time.
 * @throws CountersignError `insufficient_scope`
 */
export type ReadWallets = (session: Session) => Promise<WalletsAnswer>;

export function createWalletReader(settings: CheckedSettings): ReadWallets {
  const { scope } = settings;
  const kept = new Map<string, Kept | 'ended'>();

  function keep(key: string, known: Kept | 'ended'): void {
    kept.delete(key);
    kept.set(key, known);
    const [oldest = ''] = kept.size > mostKept ? kept.keys() : [];
    kept.delete(oldest);
  }

  return async (session) => {
    const { person, tokens } = session;
    if (!scope.split(' ').includes('wallets'))
      throw new CountersignError('insufficient_scope', `Add wallets to the scope, which is "${scope}".`);
    if (isExpired(session)) return { status: 'expired' };
    const key = tokens?.accessToken ?? person.sub;
    const before = kept.get(key);
    // Such a token never becomes valid again, and the site rate-limits requests with one.
    if (before === 'ended') return { status: 'ended' };
    const read = await (tokens
      ? requestWallets(settings, 'wallets', `Bearer ${tokens.accessToken}`, person.sub, before)
      : requestAsApp(settings, person.sub, before));
    if (typeof read === 'object' || (read === 'ended' && tokens)) keep(key, read);
    return typeof read === 'object' ? { status: 'ready', person, ...read.shared } : { status: read };
  };
}

/** By the app's secret. */
function requestAsApp(settings: CheckedClient, sub: string, before?: Kept) {
  const path = `accounts/${encodeURIComponent(sub)}/wallets`;
  return requestWallets(settings, path, basicCredentials(settings), sub, before);
}

/**
 * @param path of the API (docs/api.md)
 * @param before the last response, returned again if nothing changed
 * @throws CountersignError `invalid_client`
 */
async function requestWallets(
  settings: CheckedClient,
  path: string,
  authorization: string,
  sub: string,
  before?: Kept,
): Promise<Kept | 'ended' | 'unreachable'> {
  try {
    const { response, body } = await requestApi<WalletsBody>(settings, path, {
      headers: { authorization, ...(before && { 'if-none-match': before.etag }) },
      signal: AbortSignal.timeout(timeoutMs),
    });
    if (response.status === 304 && before) return before;
    const { code = '' } = body?.error ?? {};
    // The scope is missing if the person's consent is from before the app requested wallets.
    if (['app.token_invalid', 'app.scope_missing', 'app.subject_unknown'].includes(code)) return 'ended';
    if (!response.ok || body?.sub !== sub || !Array.isArray(body.wallets)) throw refusedBy(response, body);
    const wallets = body.wallets.map(({ proven_at, ...wallet }) => ({ ...wallet, provenAt: proven_at }));
    const { page } = body;
    return { etag: response.headers.get('etag') ?? '', shared: { wallets, ...(page && { page }) } };
  } catch (error) {
    if (error instanceof CountersignError) throw error;
    console.error(
      `The wallets could not be read. If this stays, check that ISSUER ${settings.issuerName} is your Countersign site. Cause: ${describeError(error)}`,
    );
    return 'unreachable';
  }
}

/** Wallets in the names of claims. */
type WalletsBody = ApiBody & {
  sub?: string;
  wallets?: (Omit<Wallet, 'provenAt'> & { proven_at: string })[];
  page?: string;
};

export type WalletsOfSubject =
  | ({ status: 'ready' } & Shared)
  /** The person no longer shares wallets with the app, or never did. */
  | { status: 'ended' }
  | { status: 'unreachable' };

/**
 * A person's wallets, without a token: for people who are absent, or whose session another library keeps.
 * @param sub the person's subject in this app
 * @throws CountersignError `settings`, `invalid_client`
 */
export async function readWalletsOf(sub: string, given: Settings = {}): Promise<WalletsOfSubject> {
  const settings = checkClient(given);
  if (!sub) throw new CountersignError('settings', 'Pass the sub of a person, as your app keeps it.');
  const read = await requestAsApp(settings, sub);
  return typeof read === 'object' ? { status: 'ready', ...read.shared } : { status: read };
}
