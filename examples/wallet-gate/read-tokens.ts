import { headers } from 'next/headers';
import { getToken } from 'next-auth/jwt';

export type Tokens = {
  /** Who it is, for this app. */
  sub: string;
  name: string | null;
  idToken: string;
  accessToken: string;
  /** Whether the access token's ten minutes are over. */
  isOver: boolean;
};

/** A token that ends while the request is on its way is of no use. */
const marginSeconds = 10;

/** @returns what Countersign gave for the person of this request; null when nobody is signed in */
export async function readTokens(): Promise<Tokens | null> {
  const token = await getToken({
    req: { headers: await headers() },
    secret: process.env.AUTH_SECRET ?? '',
    secureCookie: process.env.AUTH_URL?.startsWith('https:') ?? true,
  });
  if (!token?.sub || !token.idToken || !token.accessToken) return null;
  const { sub, name = null, idToken, accessToken, accessTokenEndsAt = 0 } = token;
  return { sub, name, idToken, accessToken, isOver: accessTokenEndsAt - marginSeconds < Date.now() / 1000 };
}
