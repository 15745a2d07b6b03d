/** The Countersign site, without a slash at the end. */
const issuer = process.env.AUTH_COUNTERSIGN_ISSUER ?? '';

/** Where someone can end what this app sees. */
export const appsPage = `${issuer}/apps`;

/** As the claim `wallets` has it. */
export type Wallet = {
  /** CAIP-10, like `solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp:7Np41oeYqPefeNQEHSv1UDhYrehxin3NStELsSKCT4K2`. */
  account: string;
  chain: string;
  address: string;
  /** ISO 8601. */
  proven_at: string;
  primary: boolean;
};

export type WalletAnswer =
  | { status: 'known'; wallets: Wallet[] }
  /** The token is over, or the person took back what they shared. */
  | { status: 'ended' }
  /** That says nothing about them. */
  | { status: 'unreachable' };

/** The wallets that someone shows this app at this moment. Ask on each visit: one may be gone a second later. */
export async function fetchWallets(accessToken: string): Promise<WalletAnswer> {
  try {
    const answer = await fetch(`${issuer}/api/v1/wallets`, {
      headers: { authorization: `Bearer ${accessToken}` },
      cache: 'no-store',
      signal: AbortSignal.timeout(5000),
    });
    if (answer.status === 401 || answer.status === 403) return { status: 'ended' };
    if (!answer.ok) return { status: 'unreachable' };
    const { wallets } = (await answer.json()) as { wallets: Wallet[] };
    return { status: 'known', wallets };
  } catch {
    return { status: 'unreachable' };
  }
}

/**
 * Where to send someone who leaves this app, so that they can sign out of Countersign too.
 * @param idToken says which app asks, so that it may name where to come back to
 * @returns the start of this app while Countersign doesn't answer: the person who leaves is signed out here all the same
 */
export async function findSignOutAddress(idToken: string): Promise<string> {
  const described = await fetch(`${issuer}/.well-known/openid-configuration`, {
    next: { revalidate: 3600 },
    signal: AbortSignal.timeout(5000),
  })
    .then((answer) => answer.json() as Promise<{ end_session_endpoint: string }>)
    .catch(() => null);
  if (!described) return '/';
  const address = new URL(described.end_session_endpoint);
  address.searchParams.set('id_token_hint', idToken);
  // Registered with the app, like its redirect address.
  address.searchParams.set('post_logout_redirect_uri', `${process.env.AUTH_URL}/`);
  return address.href;
}
