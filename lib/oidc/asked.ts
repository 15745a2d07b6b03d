import 'server-only';
import { z } from 'zod';
import { readSealedRequest, sealRequest } from './withheld-answer.ts';

const sealedAs = 'request that failed';

const Asked = z.object({
  clientId: z.string().nullable(),
  redirectUri: z.string().nullable(),
  /** Then `redirectUri` is the request's `post_logout_redirect_uri`. */
  isSignOut: z.boolean(),
});
export type Asked = z.infer<typeof Asked>;

/** Shown as text: nothing invisible, reordered, spaced like a sentence, or longer than a redirect URI can be. */
const shapes = { clientId: /^[\w-]{1,64}$/, redirectUri: /^[!-~]{1,500}$/ };

/** Seals a request's client ID and URI, so that no crafted link puts text on the problem page. */
export function sealAsked({ pathname, searchParams }: URL): string {
  const read = (shape: RegExp, text: string | null) => text && (shape.test(text) ? text : 'malformed');
  const isSignOut = pathname === '/oauth/logout';
  const asked: Asked = {
    clientId: read(shapes.clientId, searchParams.get('client_id')),
    redirectUri: read(
      shapes.redirectUri,
      searchParams.get(isSignOut ? 'post_logout_redirect_uri' : 'redirect_uri'),
    ),
    isSignOut,
  };
  return sealRequest(sealedAs, asked);
}

/** @returns null if it was changed, sealed for another page, or is older than ten minutes. */
export function readAsked(sealed: string | undefined): Asked | null {
  return readSealedRequest(sealedAs, sealed ?? '', Asked);
}
