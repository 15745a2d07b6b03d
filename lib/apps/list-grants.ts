import 'server-only';
import { z } from 'zod';
import type { Failure } from '../result.ts';
import { type Acting, callAsViewer } from '../supabase/call-as-viewer.ts';
import { scopes } from './scopes.ts';

const Row = z
  .object({
    id: z.uuid(),
    client_id: z.string(),
    name: z.string(),
    host: z.string(),
    is_reviewed: z.boolean(),
    is_first_party: z.boolean(),
    has_logo: z.boolean(),
    is_live: z.boolean(),
    scopes: z.array(z.string()),
    created_at: z.string(),
    last_used_at: z.string().nullable(),
    wallets: z.array(
      z.object({
        id: z.uuid(),
        address: z.string(),
        label: z.string().nullable(),
        wallet_name: z.string().nullable(),
        chain: z.string(),
        proven_at: z.string().nullable(),
        is_live: z.boolean(),
      }),
    ),
  })
  .transform((row) => ({
    id: row.id,
    clientId: row.client_id,
    name: row.name,
    host: row.host,
    isReviewed: row.is_reviewed,
    isFirstParty: row.is_first_party,
    hasLogo: row.has_logo,
    /** False for one that sees nothing now: it was switched off, or goes by another name or host and has to ask again. */
    isLive: row.is_live,
    scopes: scopes.filter((scope) => row.scopes.includes(scope)),
    createdAt: row.created_at,
    lastUsedAt: row.last_used_at,
    /** Only those that the app still sees: one that was removed is gone for it. */
    wallets: row.wallets
      .filter(({ is_live }) => is_live && row.is_live)
      .map((wallet) => ({
        id: wallet.id,
        address: wallet.address,
        label: wallet.label,
        walletName: wallet.wallet_name,
        chain: wallet.chain,
        provenAt: wallet.proven_at,
      })),
  }));

/** An app that sees something of the viewer's account, until they end it. Times are ISO 8601. */
export type GrantedApp = z.infer<typeof Row>;
export type GrantedWallet = GrantedApp['wallets'][number];

/** @returns the newest first; refuses as every read of a session does. */
export async function listGrants(acting: Acting): Promise<{ ok: true; apps: GrantedApp[] } | Failure> {
  const listed = await callAsViewer(acting, 'list_oauth_grants');
  return listed.ok ? { ok: true, apps: z.array(Row).parse(listed.rows) } : listed;
}
