import { type KeyObject, sign } from 'node:crypto';
import { base58 } from '@scure/base';
import type { Session } from '@supabase/supabase-js';
import { writeOffchainMessage } from 'countersign/proof/off-chain-message';
import type { ProofMethod } from 'countersign/proof/statement';
import { decodeJwt } from 'jose';
import type { SignInStatement } from '../auth/sign-in/solana-statement.ts';
import { readSessionCookie, writeSessionCookie } from '../session/cookies.ts';
import type { SignInStatementRequest } from '../wallets/wallet-schemas.ts';

/** A wallet's key outside of any browser. */
type WalletKey = { address: string; privateKey: KeyObject };

/** The current browser's cookies, in place of the request's. */
const jar = { current: new Map<string, string>() };

/** The request headers that a trusted proxy sets. */
const sent = { headers: new Headers() };

export function fakeHeaders() {
  return {
    headers: async () => new Headers(sent.headers),
    cookies: async () => {
      const cookies = jar.current;
      const read = (name: string) => {
        const value = cookies.get(name);
        return value === undefined ? undefined : { name, value };
      };
      return {
        get: read,
        getAll: () => [...cookies].map(([name, value]) => ({ name, value })),
        set: (name: string, value: string, options?: { maxAge?: number }) =>
          options?.maxAge === 0 ? cookies.delete(name) : cookies.set(name, value),
        delete: (name: string) => cookies.delete(name),
      };
    },
  };
}

export function switchBrowser(browser = new Map<string, string>()): Map<string, string> {
  jar.current = browser;
  return browser;
}

/** Switches to this IP address, sent as `X-Forwarded-For`. */
export function switchNetwork(address: string): void {
  sent.headers.set('x-forwarded-for', address);
}

/** Switches to a new browser with this session. */
export function switchToSession(session: Session): Map<string, string> {
  const { expires_at = 0, ...given } = session;
  const cookies = writeSessionCookie({ ...given, expires_at }, []);
  return switchBrowser(new Map(cookies.map(({ name, value }) => [name, value])));
}

export async function readSignedIn(): Promise<{ userId: string; sessionId: string } | null> {
  const session = await readSessionCookie([...jar.current].map(([name, value]) => ({ name, value })));
  if (!session) return null;
  const { sub, session_id } = decodeJwt(session.access_token);
  return { userId: String(sub), sessionId: String(session_id) };
}

/** The server's side of wallet sign-in, imported once the environment is set. */
export type WalletServer = {
  issue: typeof import('../auth/sign-in/solana-statement.ts').issueSignInStatement;
  signIn: typeof import('../auth/sign-in/sign-in-with-solana.ts').signInWithSolana;
};

export async function openWalletServer(): Promise<WalletServer> {
  const [{ issueSignInStatement }, { signInWithSolana }] = await Promise.all([
    import('../auth/sign-in/solana-statement.ts'),
    import('../auth/sign-in/sign-in-with-solana.ts'),
  ]);
  return { issue: issueSignInStatement, signIn: signInWithSolana };
}

/** A sign-in statement for this wallet in this browser. Throws the refusal. */
export async function newStatement(
  { issue }: WalletServer,
  { address }: WalletKey,
  method: SignInStatementRequest['method'] = 'sign_message',
): Promise<SignInStatement> {
  const issued = await issue({ address, method });
  if (!issued.ok) throw new Error(issued.code);
  return issued.challenge;
}

export function signWith(
  { address, privateKey }: WalletKey,
  { id, message, method }: Pick<SignInStatement, 'id' | 'message'> & { method?: ProofMethod },
) {
  const issued = Buffer.from(message, 'base64');
  const signed =
    method === 'sign_offchain_message' ? writeOffchainMessage(issued, base58.decode(address)) : issued;
  const signature = sign(null, signed, privateKey).toString('base64');
  return { challengeId: id, signedBytes: Buffer.from(signed).toString('base64'), signature };
}

/** @returns the user ID of the browser's session, or the code of the refusal. */
export async function signInWallet(
  server: WalletServer,
  wallet: WalletKey,
  method?: SignInStatementRequest['method'],
): Promise<string | undefined> {
  const result = await server.signIn(signWith(wallet, await newStatement(server, wallet, method)));
  return result.ok ? (await readSignedIn())?.userId : result.code;
}
