import 'server-only';
import { cookies } from 'next/headers';
import { z } from 'zod';
import { hashId } from '../apps/hash-id.ts';
import { describeRedirectUri } from '../apps/redirect-uri.ts';
import { readScopes, type Scope } from '../apps/scopes.ts';
import { errorOf } from '../backend-unavailable.ts';
import type { ErrorCode } from '../errors.ts';
import type { Result } from '../result.ts';
import { readViewer, type Viewer } from '../session/viewer.ts';
import { callAsViewer } from '../supabase/call-as-viewer.ts';
import { callFunction } from '../supabase/call-function.ts';
import { tokenLevelHeader } from '../supabase/token-level.ts';
import { twoFactors } from './assurance.ts';
import { connectCookieName, readOpenRequests } from './interaction-cookie.ts';
import { readWantedWallet, type WantedWallet } from './wanted-wallet.ts';

export type { WantedWallet } from './wanted-wallet.ts';

/** One request of an app, at the step where it waits for its person. */
export type Interaction = {
  id: string;
  step: 'login' | 'consent';
  clientId: string;
  scopes: Scope[];
  missingScopes: Scope[];
  wallet: WantedWallet | null;
  /** Why it waits, in the library's words and ours. */
  reasons: string[];
  /** The person signed in when the step began, or null. At consent, only they may answer. */
  accountId: string | null;
  /** Epoch seconds. */
  startedAt: number;
  /** The person who is signed in has to show again who they are: the app asked for it, or the last time is too long ago for it. */
  mustSignInAgain: boolean;
  /** The app asks for a second factor, and this session has given none. */
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

/** Why someone who is signed in has to show again who they are. */
const asksAgain = ['login_prompt', 'max_age', 'id_token_hint'];

/** @returns null where it is over, was never there, or is another browser's, alike. Throws when the database can't be asked. */
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
  const wanted = readWantedWallet(params);
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

/**
 * Uses up the step: someone has signed in as the app asked, or, at consent, someone else continues. Only for route
 * handlers.
 * @returns the address to go on at. Throws InteractionOver.
 */
export async function finishLogin(id: string, viewer: Viewer): Promise<string> {
  return finish(id, (hash) => callAsViewer(viewer, 'finish_oauth_login', { p_id_hash: hash }));
}

/**
 * Uses up the step: the person has agreed. Only for route handlers.
 * @param grantId of `give_oauth_grant`.
 * @returns the address to go on at. Throws InteractionOver, also if the viewer isn't who was asked.
 */
export async function finishConsent(id: string, viewer: Viewer, grantId: string): Promise<string> {
  return finish(id, (hash) =>
    callAsViewer(viewer, 'finish_oauth_consent', { p_id_hash: hash, p_grant_id: grantId }),
  );
}

/** Uses up the step and goes back to the app without agreeing. Only for route handlers. Throws InteractionOver. */
export async function denyInteraction(id: string, _viewer: Viewer | null): Promise<string> {
  return finish(id, (hash) => callFunction('deny_oauth_interaction', { p_id_hash: hash }));
}

/**
 * The step can't be used. By default it was used, has ended, or is another browser's or person's; with
 * `auth.recent_auth_required`, `auth.second_factor_required`, `auth.signed_out` or `backend.unavailable` it still
 * waits.
 */
export class InteractionOver extends Error {
  readonly code: ErrorCode;

  constructor(code: ErrorCode = 'app.request_expired') {
    super(code);
    this.code = code;
  }
}

async function finish(id: string, call: (idHash: string) => Promise<Result>): Promise<string> {
  if (!(await isOwn(id))) throw new InteractionOver();
  const finished = await call(hashId(id));
  if (!finished.ok) throw new InteractionOver(finished.code);
  return `/oauth/authorize/${id}`;
}

/** Whether this browser began it. Otherwise someone could have another go on with theirs, and sign them in as themselves. */
async function isOwn(id: string): Promise<boolean> {
  return readOpenRequests((await cookies()).get(connectCookieName())?.value).includes(id);
}
