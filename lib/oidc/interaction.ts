import 'server-only';
import { cookies } from 'next/headers';
import { z } from 'zod';
import { hashId } from '../apps/client-secret.ts';
import { readScopes, type Scope } from '../apps/grants.ts';
import { describeRedirectUri } from '../apps/redirect-uri.ts';
import { errorOf } from '../backend-unavailable.ts';
import { environment } from '../env.ts';
import type { ErrorCode } from '../errors.ts';
import { ownCookieName } from '../http/cookie-options.ts';
import type { Result } from '../result.ts';
import { readViewer, type Viewer } from '../session/viewer.ts';
import { callAsViewer } from '../supabase/call-as-viewer.ts';
import { callFunction } from '../supabase/call-function.ts';
import { tokenLevelHeader } from '../supabase/rest.ts';
import { twoFactors } from './interaction-policy.ts';
import { type RequestedWallet, readRequestedWallet } from './requested-wallet.ts';

export type { RequestedWallet } from './requested-wallet.ts';

export type Interaction = {
  id: string;
  step: 'login' | 'consent';
  clientId: string;
  scopes: Scope[];
  missingScopes: Scope[];
  wallet: RequestedWallet | null;
  /** Names of the policy's checks that failed. */
  reasons: string[];
  /** The user signed in when the step began, or null. Only they may answer a consent. */
  accountId: string | null;
  /** Epoch seconds. */
  startedAt: number;
  /** The app requires the user to sign in again: by `prompt`, `max_age` or another user's `id_token_hint`. */
  mustSignInAgain: boolean;
  /** The app requires two factors, and there is no session with two. */
  mustGiveSecondFactor: boolean;
  /** Shown larger than the app's name: a host, or `an app on this device (com.example.app)`. */
  destination: string;
};

const Text = z.string().optional();
const Waiting = z.object({
  payload: z.object({
    prompt: z.object({ name: z.enum(['login', 'select_account', 'consent']), reasons: z.array(z.string()) }),
    params: z.object({
      client_id: z.string(),
      redirect_uri: z.string(),
      scope: z.string().default(''),
      wallet: Text,
      wallet_chain: Text,
      wallet_max_age: Text,
    }),
    session: z.object({ accountId: Text }).optional(),
  }),
  startedAt: z.number(),
  session: z.object({ acr: z.string() }).nullable(),
  isFresh: z.boolean(),
  grant: z.object({ scopes: z.array(z.string()) }).nullable(),
});

const asksAgain = ['login_prompt', 'max_age', 'id_token_hint'];

/** @returns null if the request has ended, is unknown or is another browser's, alike. Throws during an outage. */
export async function findInteraction(id: string): Promise<Interaction | null> {
  if (!(await isOwn(id))) return null;
  const check = await readViewer();
  const viewer = check.signedIn ? check.viewer : null;
  const read = await callFunction(
    'read_oauth_interaction',
    {
      p_id_hash: hashId(id),
      p_user_id: viewer?.id ?? null,
      p_session_id: viewer?.sessionId ?? null,
    },
    viewer ? { [tokenLevelHeader]: viewer.aal } : {},
  );
  if (!read.ok) throw errorOf('A request of an app could not be read', read);
  if (read.rows === null) return null;
  const { payload, startedAt, session, isFresh, grant } = Waiting.parse(read.rows);
  const { params, prompt } = payload;
  const scopes = readScopes(params.scope);
  const wanted = readRequestedWallet(params);
  return {
    id,
    step: prompt.name === 'login' ? 'login' : 'consent',
    clientId: params.client_id,
    scopes,
    missingScopes: scopes.filter((scope) => !grant?.scopes.includes(scope)),
    wallet: wanted.ok ? wanted.wanted : null,
    reasons: prompt.reasons,
    accountId: payload.session?.accountId ?? null,
    startedAt,
    mustSignInAgain:
      session !== null && !isFresh && prompt.reasons.some((reason) => asksAgain.includes(reason)),
    mustGiveSecondFactor: prompt.reasons.includes('second_factor') && session?.acr !== twoFactors,
    destination: describeRedirectUri(params.redirect_uri),
  };
}

/** Uses up the step after a sign-in as required, or by another user at consent. Only for route handlers. Throws InteractionUnusable. */
export async function finishLogin(id: string, viewer: Viewer): Promise<string> {
  return finish(id, (hash) => callAsViewer(viewer, 'finish_oauth_login', { p_id_hash: hash }));
}

/** @param grantId of `give_oauth_grant`. Otherwise like `finishLogin`; also refuses another user. */
export async function finishConsent(id: string, viewer: Viewer, grantId: string): Promise<string> {
  return finish(id, (hash) =>
    callAsViewer(viewer, 'finish_oauth_consent', { p_id_hash: hash, p_grant_id: grantId }),
  );
}

/** Returns to the app without consent. Otherwise like `finishLogin`. */
export async function denyInteraction(id: string): Promise<string> {
  return finish(id, (hash) => callFunction('deny_oauth_interaction', { p_id_hash: hash }));
}

/** By default the step has ended, or is another's. It still waits with `backend.unavailable` and `auth.signed_out` or `…_required`. */
export class InteractionUnusable extends Error {
  readonly code: ErrorCode;

  constructor(code: ErrorCode = 'app.request_expired') {
    super(code);
    this.code = code;
  }
}

async function finish(id: string, call: (idHash: string) => Promise<Result>): Promise<string> {
  if (!(await isOwn(id))) throw new InteractionUnusable();
  const finished = await call(hashId(id));
  if (!finished.ok) throw new InteractionUnusable(finished.code);
  return `/oauth/authorize/${id}`;
}

/** Whether this browser began it. Otherwise an attacker could have a victim continue their request, signed in as the attacker. */
async function isOwn(id: string): Promise<boolean> {
  return readOpenRequests((await cookies()).get(connectCookieName())?.value).includes(id);
}

/** Concurrent sign-ins to apps, in several tabs. */
const mostOpen = 4;
const maxAgeInSeconds = 600;

/** Lists this browser's unanswered requests, newest first. No other browser can continue them. */
export function connectCookieName(): string {
  return ownCookieName('connect');
}

export function readOpenRequests(value: string | undefined): string[] {
  return (value ?? '').split('.').filter((id) => /^[\w-]{20,64}$/.test(id));
}

/** The `Set-Cookie` header, with the attributes that the cookie's `__Host-` name requires on https. */
export function writeOpenRequests(ids: string[]): string {
  const open = ids.slice(0, mostOpen);
  const maxAge = open.length > 0 ? maxAgeInSeconds : 0;
  const secure = environment().siteUrl.startsWith('https:') ? '; Secure' : '';
  return `${connectCookieName()}=${open.join('.')}; Path=/; HttpOnly; SameSite=Lax; Max-Age=${maxAge}${secure}`;
}

/** A prefetch or a script's request isn't a navigation by the user. Next.js follows an action's redirect by such a request. */
export function isSpeculative({ headers }: Request): boolean {
  const mode = headers.get('sec-fetch-mode');
  const isAhead = /prefetch|prerender|preview/.test(
    headers.get('sec-purpose') ?? headers.get('purpose') ?? '',
  );
  const ofRouter = ['rsc', 'next-action', 'next-router-prefetch', 'next-router-state-tree'];
  return (mode !== null && mode !== 'navigate') || isAhead || ofRouter.some((name) => headers.has(name));
}
