import 'server-only';
import { after } from 'next/server';
import { z } from 'zod';
import { readDevice } from '../device.ts';
import { flushOutbox } from '../mail/flush-outbox.ts';
import type { Result } from '../result.ts';
import { type Acting, callAsViewer } from '../supabase/call-as-viewer.ts';
import { listOwnClients } from './own-clients.ts';
import { type Scope, scopes } from './scopes.ts';

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

/** @returns how many apps have access, and how many the viewer registered. */
export async function countApps(acting: Acting): Promise<Result<{ granted: number; registered: number }>> {
  const [granted, own] = await Promise.all([listGrants(acting), listOwnClients(acting)]);
  if (!granted.ok) return granted;
  return own.ok ? { ok: true, granted: granted.apps.length, registered: own.clients.length } : own;
}

type GrantToGive = {
  clientId: string;
  scopes: Scope[];
  /** Exactly those that the app sees from now on; null leaves them as they are. */
  walletIds: string[] | null;
};

/**
 * Lets an app see what its person has just agreed to. The database refuses a wallet that isn't on the account.
 * @returns the grant's id, or `app.unknown`, `app.wallet_not_offered`, `app.too_many_wallets`, `app.too_many`, or the refusals of
 * a session that changes nothing.
 */
export async function giveGrant(
  acting: Acting,
  { clientId, scopes, walletIds }: GrantToGive,
): Promise<Result<{ grantId: string }>> {
  const given = await callAsViewer(acting, 'give_oauth_grant', {
    p_client_id: clientId,
    p_scopes: scopes,
    p_wallet_ids: walletIds,
    p_device: await readDevice(),
  });
  return given.ok ? { ok: true, grantId: given.rows } : given;
}

type Ending = { acting: Acting; grantId: string; device: string | null };

/** Ends what an app sees, at once. `app.unknown` for one that has ended, is someone else's, or never was. */
export async function endGrant({ acting, grantId, device }: Ending): Promise<Result> {
  return tell(await callAsViewer(acting, 'end_oauth_grant', { p_grant_id: grantId, p_device: device }));
}

/** Takes one wallet away from what an app sees. `app.unknown` as above; `wallet.unknown` for one that it doesn't see. */
export async function unshareWallet({
  acting,
  grantId,
  walletId,
  device,
}: Ending & { walletId: string }): Promise<Result> {
  const parameters = { p_grant_id: grantId, p_wallet_id: walletId, p_device: device };
  return tell(await callAsViewer(acting, 'unshare_wallet', parameters));
}

function tell(changed: Result): Result {
  if (changed.ok) after(flushOutbox);
  return changed.ok ? { ok: true } : changed;
}
