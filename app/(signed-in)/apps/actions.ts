'use server';

import { pathAfter } from '@/app/(signed-in)/done-messages';
import { GrantReference, SharedReference } from '@/lib/apps/app-schemas';
import { endGrant, unshare } from '@/lib/apps/grants';
import { readDevice } from '@/lib/device';
import { action } from '@/lib/forms/action';
import type { Result } from '@/lib/result';
import { actingViewer, type Viewer } from '@/lib/session/viewer';

export const endGrantAction = action(GrantReference, ({ grantId }) =>
  change('ended', (acting, device) => endGrant({ acting, grantId, device })),
);
export const unshareAction = action(SharedReference, ({ grantId, walletId }) =>
  change('unshared', (acting, device) => unshare({ acting, grantId, walletId, device })),
);

/** After the redirect, the page confirms the change together with its result, also if another tab or a lost response already made it. */
async function change(
  done: 'ended' | 'unshared',
  make: (acting: Viewer, device: string | null) => Promise<Result>,
) {
  const acting = await actingViewer();
  if (!acting.ok) return acting;
  const result = await make(acting.viewer, await readDevice());
  if (result.ok) return { ok: true as const, redirectTo: pathAfter('/apps', done) };
  const isGone = result.code === 'app.unknown' || result.code === 'wallet.unknown';
  return isGone ? { ok: true as const, redirectTo: pathAfter('/apps', 'gone') } : result;
}
