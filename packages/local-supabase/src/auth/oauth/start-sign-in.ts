import type { AuthContext } from '../auth-context.ts';
import { transactAsAuth } from '../auth-context.ts';
import type { AuthRequest } from '../caller.ts';
import { readRedirect } from '../redirects.ts';
import { findOAuthClient } from './oauth-client.ts';
import { startOAuthFlow } from './oauth-flow.ts';

/** Auth's own parameters. Others, like `prompt` and `login_hint`, are passed to the provider. */
const ownParameters = ['provider', 'scopes', 'code_challenge', 'code_challenge_method'];
/** Never taken from the request: they decide which client is authorized and where the response goes. */
const fixedParameters = ['client_id', 'redirect_uri', 'response_type', 'scope', 'state'];

/** Stores the redirect and returns the provider's URL. Throws AuthError 400. */
export async function startProviderSignIn(
  request: AuthRequest,
  auth: AuthContext,
  { linkingTargetId }: { linkingTargetId: string | null },
): Promise<string> {
  const asked = new URL(request.req.url).searchParams;
  const provider = (asked.get('provider') ?? '').toLowerCase();
  const client = findOAuthClient(auth, provider);
  const challenge = {
    code_challenge: asked.get('code_challenge') ?? '',
    code_challenge_method: asked.get('code_challenge_method') ?? '',
  };
  const redirectTo = readRedirect(request, auth.settings);
  const flow = { provider, challenge, redirectTo, linkingTargetId };
  const state = await transactAsAuth(auth, (query) => startOAuthFlow(query, flow));
  const scopes = (asked.get('scopes') ?? '').split(/[ ,]+/).filter((scope) => scope !== '');
  const address = await client.findAuthorizeUrl(state, scopes);
  for (const [name, value] of asked) {
    if (![...ownParameters, ...fixedParameters].includes(name)) address.searchParams.set(name, value);
  }
  return address.toString();
}
