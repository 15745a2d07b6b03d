import 'server-only';
import { z } from 'zod';
import type { Result } from '../result.ts';
import { type Acting, callAsViewer } from '../supabase/call-as-viewer.ts';

const Listed = z.object({
  attempts: z.array(
    z.object({
      step: z.enum(['authorize', 'par', 'token', 'logout']),
      /** An error code of OAuth, or a code of `lib/oidc/outcome.ts`. */
      code: z.string(),
      /** The host of the requested URI, if it is registered or its registration is missing; otherwise empty. */
      redirectHost: z.string(),
      /** With the app's secret or its owner's session. A stranger can send others, because client IDs are public. */
      isOwn: z.boolean(),
      attempts: z.number(),
      lastAt: z.string(),
    }),
  ),
  /** How many people have a valid token, of all or of the 1,000 who consented last. */
  signedIn: z.number(),
  hasAll: z.boolean(),
});
type Listed = z.infer<typeof Listed>;

/** @returns `app.unknown` for another user's app. */
export async function listAttempts(acting: Acting, clientId: string): Promise<Result<Listed>> {
  const listed = await callAsViewer(acting, 'list_own_oauth_attempts', { p_client_id: clientId });
  return listed.ok ? { ok: true, ...Listed.parse(listed.rows) } : listed;
}

const shape = /^(?=[^:]{1,253}(:|$)|\[)(([a-z0-9_-]{1,63}\.)*[a-z0-9_-]{1,63}|\[[0-9a-f:.]+\])(:\d+)?$/;

/** The host and port, or an installed app's scheme; `malformed` for any other text. */
export function redirectHostOf(uri: string): string {
  const { protocol = '', host = '' } = URL.parse(uri) ?? {};
  const named = /^https?:$/.test(protocol) ? host : protocol.replace(/^[^.]*:$|:$/, '');
  return shape.test(named) ? named : 'malformed';
}

/** By a part of step and code, the first that matches. */
const explanations = {
  signed_in: 'Signed in.',
  no_wallet: 'The person shared no wallet. Your app gets an empty list. To require one, send wallet=any.',
  wallet_missing:
    'The consent page asks for the wallet that you require. If no sign-in follows, the person has none, or left. To let people in without one, don’t require it.',
  openid_missing: 'The scope openid is missing. Start the scope with it: openid profile wallets.',
  unknown_scope:
    'A scope doesn’t exist and was ignored. Check the spelling: openid, profile, email, wallets, proofs or offline_access.',
  invalid_scope: 'The scope is malformed. Separate the scopes by spaces.',
  invalid_redirect_uri:
    'The URI isn’t registered: each letter counts. Correct it in your app, or register it. Ignore a host that isn’t yours: a stranger can send one.',
  invalid_client: 'The client secret is wrong or missing: check CLIENT_SECRET. Apps without one send none.',
  app_disabled: 'The site’s team turned this app off. Ask them why.',
  invalid_grant:
    'The code or refresh token wasn’t accepted. A code works once, for a minute, with its redirect URI and PKCE verifier. Anyone can send your app a false one.',
  'logout invalid_request': 'The sign-out request is invalid. Send the newest ID token as id_token_hint.',
  invalid_request_uri: 'The pushed request was used or is older than a minute. Push one for each sign-in.',
  invalid_request:
    'A parameter is missing or wrong. Check response_type=code, PKCE with S256, and the wallet parameters, which need the scope wallets.',
  access_denied: 'The person cancelled.',
  _required: 'The request said prompt=none, and the person has to act. Send it again without it.',
  supported: 'Send response_type=code, a code or refresh token, query or fragment, and no request object.',
  '': 'It failed. The answer’s error_description names the cause.',
};

/** Explains an attempt and its remedy to the app's owner. */
export function explainAttempt(step: string, code: string): string | undefined {
  return Object.entries(explanations).find(([part]) => `${step} ${code}`.includes(part))?.[1];
}
