import { createHash, randomBytes } from 'node:crypto';
import type { LocalSupabase } from 'local-supabase/testing';
import { type Answer, accepted, callAsServer, type Person } from '../person.ts';

export const makeSecretHash = () => createHash('sha256').update(randomBytes(32)).digest('base64url');

/** A description of an app, whose host no other app has. */
export function describeApp(more: Record<string, unknown> = {}) {
  const name = `Gate ${randomBytes(4).toString('hex')}`;
  const host = `${name.replace(' ', '-').toLowerCase()}.example`;
  return { name, redirect_uris: [`https://${host}/callback`], ...more };
}

/** Adds an app of the team. Returns its ID. */
export async function addApp(on: LocalSupabase, more: Record<string, unknown> = {}): Promise<string> {
  const p_client = describeApp(more);
  const p_secret_hash = more.is_confidential === false ? null : makeSecretHash();
  return accepted(await callAsServer<string>(on, 'add_oauth_client', { p_client, p_secret_hash }));
}

export function give(
  on: LocalSupabase,
  person: Person,
  clientId: string,
  walletIds: string[] | null,
  scopes = ['openid', 'wallets'],
  pageId: string | null = null,
): Promise<Answer<string>> {
  return callAsServer<string>(on, 'give_oauth_grant', {
    ...person.bound,
    p_client_id: clientId,
    p_scopes: scopes,
    p_wallet_ids: walletIds,
    p_page_id: pageId,
    p_device: 'Firefox on Linux',
  });
}

export async function subjectOf(on: LocalSupabase, person: Person, clientId: string): Promise<string> {
  const asked = { p_user_id: person.bound.p_user_id, p_client_id: clientId };
  return accepted(await callAsServer<string>(on, 'test_oauth_subject', asked));
}

export async function findGrant(on: LocalSupabase, person: Person, clientId: string): Promise<unknown> {
  const begun = await callAsServer<{ grant: unknown }>(on, 'begin_oauth_request', {
    ...person.bound,
    p_client_id: clientId,
    p_item_hash: null,
    p_with_claims: false,
    p_kind: null,
    p_counters: null,
  });
  return accepted(begun).grant;
}

export interface Grant {
  id: string;
  name: string;
  host: string;
  scopes: string[];
  wallets: { address: string }[];
}

/** A page of the list that the person sees. */
export async function listGrants(on: LocalSupabase, { bound }: Person, page = 1) {
  const given = { ...bound, p_page: page };
  return accepted(await callAsServer<{ total: number; apps: Grant[] }>(on, 'list_oauth_grants', given));
}

export interface SharedWallet {
  account: string;
  chain: string;
  address: string;
  proven_at: string;
  primary: boolean;
}

export async function readSharedAsApp(on: LocalSupabase, clientId: string, sub: string) {
  const answer = await callAsServer<{ wallets: SharedWallet[]; page: string | null }>(
    on,
    'list_wallets_of_subject',
    { p_client_id: clientId, p_sub: sub },
  );
  if (answer.refusal) throw new Error(answer.refusal);
  return answer.data;
}

export async function readAsApp(
  on: LocalSupabase,
  clientId: string,
  sub: string,
): Promise<SharedWallet[] | null> {
  return (await readSharedAsApp(on, clientId, sub))?.wallets ?? null;
}

export const addressesOf = (wallets: SharedWallet[] | null) => wallets?.map(({ address }) => address) ?? null;

export interface AppEvent {
  jti: string;
  sub: string;
  kind: string;
  details: Record<string, unknown>;
  createdAt: string;
}

export async function poll(
  on: LocalSupabase,
  clientId: string,
  acks: string[] = [],
  most = 100,
): Promise<{ events: AppEvent[]; more: boolean }> {
  const asked = { p_client_id: clientId, p_acks: acks, p_at_most: most };
  return accepted(await callAsServer(on, 'poll_oauth_events', asked));
}

/** The claims of a grant, as the token store reads them. */
export async function readClaims(
  on: LocalSupabase,
  grantId: string,
  scopes: string[],
): Promise<Record<string, unknown> | null> {
  const asked = { p_grant_id: grantId, p_scopes: scopes };
  const answer = await callAsServer<Record<string, unknown>>(on, 'test_oauth_claims', asked);
  if (answer.refusal) throw new Error(answer.refusal);
  return answer.data;
}
