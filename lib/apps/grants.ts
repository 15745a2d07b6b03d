import 'server-only';
import { z } from 'zod';
import { readDevice } from '../device.ts';
import { environment } from '../env.ts';
import { flushAfter } from '../mail/flush-outbox.ts';
import type { Result } from '../result.ts';
import type { Viewer } from '../session/viewer.ts';
import { type Acting, callAsViewer } from '../supabase/call-as-viewer.ts';
import { listOwnClients } from './own-clients.ts';

/** `offline_access` grants a refresh token; each other scope grants claims. */
export const scopes = ['openid', 'profile', 'email', 'wallets', 'proofs', 'offline_access'] as const;

export type Scope = (typeof scopes)[number];

/** Of a stored grant: the known scopes, in our order. */
const GrantedScopes = z
  .array(z.string())
  .transform((granted) => scopes.filter((scope) => granted.includes(scope)));

/** Keeps the known scopes, in our order. @param text separated by spaces. */
export function readScopes(text: string): Scope[] {
  return GrantedScopes.parse(text.split(' '));
}

const GrantedApp = z.object({
  id: z.uuid(),
  clientId: z.string(),
  name: z.string(),
  host: z.string(),
  isReviewed: z.boolean(),
  isFirstParty: z.boolean(),
  hasLogo: z.boolean(),
  /** False if the app currently gets nothing: it is disabled, or has a new name or host and must request consent again. */
  isLive: z.boolean(),
  scopes: GrantedScopes,
  /** Whether the app gets the URL of the user's page now. */
  seesPage: z.boolean(),
  createdAt: z.string(),
  lastUsedAt: z.string(),
  /** The shared wallets that are still proven. */
  wallets: z.array(
    z.object({
      id: z.uuid(),
      address: z.string(),
      label: z.string().nullable(),
      walletName: z.string().nullable(),
      chain: z.string(),
      provenAt: z.string().nullable(),
    }),
  ),
});

/** An app with access to the viewer's account. Times are ISO 8601. */
export type GrantedApp = z.infer<typeof GrantedApp>;
export type GrantedWallet = GrantedApp['wallets'][number];

const Listed = z.object({ total: z.number(), hasName: z.boolean(), apps: z.array(GrantedApp) });

/** As `list_oauth_grants` in supabase/schemas. */
export const appsPerPage = 20;

/** @param page from 1; 0 for the number alone. @returns the newest consent first, none past the last page. Refuses like every read of a session. */
export async function listGrants(acting: Acting, page: number): Promise<Result<z.infer<typeof Listed>>> {
  const listed = await callAsViewer(acting, 'list_oauth_grants', { p_page: page });
  return listed.ok ? { ok: true, ...Listed.parse(listed.rows) } : listed;
}

export async function countApps(acting: Acting): Promise<Result<{ granted: number; registered: number }>> {
  const [granted, own] = await Promise.all([listGrants(acting, 0), listOwnClients(acting)]);
  if (!granted.ok) return granted;
  return own.ok ? { ok: true, granted: granted.total, registered: own.clients.length } : own;
}

type GrantToGive = {
  clientId: string;
  scopes: Scope[];
  /** Replaces the shared wallets; null keeps them. */
  walletIds: string[] | null;
  /** The user's page, which the app may see from now on; empty for none; null keeps it. */
  pageId?: string | null;
};

/** @returns the grant's id; `app.unknown`, `app.wallet_not_offered`, `app.page_not_offered`, `app.too_many_wallets`, `app.too_many`, or errors of the session. */
export async function giveGrant(
  acting: Acting,
  { clientId, scopes, walletIds, pageId }: GrantToGive,
): Promise<Result<{ grantId: string }>> {
  const given = await callAsViewer(acting, 'give_oauth_grant', {
    p_client_id: clientId,
    p_scopes: scopes,
    p_wallet_ids: walletIds,
    p_page_id: pageId ?? null,
    p_device: await readDevice(),
  });
  return given.ok ? { ok: true, grantId: given.rows } : given;
}

type Ending = { acting: Acting; grantId: string; device: string | null };

/** Ends an app's access at once. `app.unknown` if the grant has ended, is another account's or is unknown. */
export async function endGrant({ acting, grantId, device }: Ending): Promise<Result> {
  const parameters = { p_grant_id: grantId, p_device: device };
  return flushAfter(await callAsViewer(acting, 'end_oauth_grant', parameters));
}

type ToShare = Ending & { sharedIds: string[] } & Pick<GrantToGive, 'walletIds' | 'pageId'>;

/**
 * Shares exactly these wallets with an app that has access. Errors as of `giveGrant`; `app.unknown` as above, or if it gets nothing now;
 * `app.wallets_changed` unless it sees exactly `sharedIds` until then.
 */
export async function shareWallets({ acting, ...share }: ToShare): Promise<Result> {
  const parameters = {
    p_grant_id: share.grantId,
    p_shared_ids: share.sharedIds,
    p_wallet_ids: share.walletIds,
    p_page_id: share.pageId ?? null,
    p_device: share.device,
  };
  return flushAfter(await callAsViewer(acting, 'share_wallets', parameters));
}

/** Stops sharing one wallet, or the page. `app.unknown` as above; `wallet.unknown` if the wallet isn't shared. */
export async function unshare({ acting, ...shared }: Ending & { walletId?: string }): Promise<Result> {
  const { grantId, walletId = null, device } = shared;
  const parameters = { p_grant_id: grantId, p_wallet_id: walletId, p_device: device };
  return flushAfter(await callAsViewer(acting, 'unshare_wallet', parameters));
}

const Described = z.object({
  client: z.object({
    clientId: z.string(),
    name: z.string(),
    isReviewed: z.boolean(),
    isFirstParty: z.boolean(),
    hasLogo: z.boolean(),
  }),
  account: z.object({
    code: z.string(),
    displayName: z.string().nullable(),
    email: z.string().nullable(),
  }),
  grant: z
    .object({ id: z.string(), scopes: GrantedScopes, walletIds: z.array(z.string()), showsPage: z.boolean() })
    .nullable(),
  /** The user's page; null while it is off. */
  pageId: z.string().nullable(),
  wallets: z.array(
    z.object({
      id: z.string(),
      address: z.string(),
      label: z.string().nullable(),
      walletName: z.string().nullable(),
      isPrimary: z.boolean(),
      provenAt: z.string(),
      namesAccount: z.boolean(),
      isShared: z.boolean(),
    }),
  ),
});

export type DescribedRequest = z.infer<typeof Described>;
export type ShareableWallet = DescribedRequest['wallets'][number];

/** The wallets are the newest 200 on this site's chain, the primary first. @returns `app.unknown`, or refusals of `require_live_session`. */
export async function describeRequest(
  viewer: Viewer,
  clientId: string,
): Promise<Result<{ described: DescribedRequest }>> {
  const read = await callAsViewer(viewer, 'describe_oauth_request', {
    p_client_id: clientId,
    p_chain: environment().chain,
  });
  return read.ok ? { ok: true, described: Described.parse(read.rows) } : read;
}
