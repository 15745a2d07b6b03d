import 'server-only';
import { z } from 'zod';
import type { Result } from '../result.ts';
import { type Acting, callAsViewer } from '../supabase/call-as-viewer.ts';
import { scopes } from './scopes.ts';

const GrantedApp = z.object({
  id: z.uuid(),
  clientId: z.string(),
  name: z.string(),
  host: z.string(),
  isReviewed: z.boolean(),
  isFirstParty: z.boolean(),
  hasLogo: z.boolean(),
  /** False for one that sees nothing now: it was switched off, or goes by another name or host and has to ask again. */
  isLive: z.boolean(),
  scopes: z.array(z.string()).transform((granted) => scopes.filter((scope) => granted.includes(scope))),
  createdAt: z.string(),
  lastUsedAt: z.string(),
  /** Only those that the app still sees: one that was removed is gone for it. */
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

/** An app that sees something of the viewer's account, until they end it. Times are ISO 8601. */
export type GrantedApp = z.infer<typeof GrantedApp>;
export type GrantedWallet = GrantedApp['wallets'][number];

/** @returns the newest first; refuses as every read of a session does. */
export async function listGrants(acting: Acting): Promise<Result<{ apps: GrantedApp[] }>> {
  const listed = await callAsViewer(acting, 'list_oauth_grants');
  return listed.ok ? { ok: true, apps: GrantedApp.array().parse(listed.rows) } : listed;
}
