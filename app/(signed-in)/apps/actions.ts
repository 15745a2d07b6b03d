'use server';

import { pathAfter } from '@/app/(signed-in)/done-messages';
import { GrantReference, SharedReference } from '@/lib/apps/app-schemas';
import { endGrant, unshare } from '@/lib/apps/grants';
import { readDevice } from '@/lib/device';
import { action } from '@/lib/forms/action';
import type { Result } from '@/lib/result';
import { actingViewer, type Viewer } from '@/lib/session/viewer';

export const endGrantAction = action(GrantReference, ({ grantId, page }) =>
  change('ended', page, (acting, device) => endGrant({ acting, grantId, device })),
);
export const unshareAction = action(SharedReference, ({ grantId, walletId, page }) =>
  change('unshared', page, (acting, device) => unshare({ acting, grantId, walletId, device })),
);

/** After the redirect, the page confirms the change together with its result, also if another tab or a lost response already made it. */
async function change(
  done: 'ended' | 'unshared',
  page: number | undefined,
  make: (acting: Viewer, device: string | null) => Promise<Result>,
) {
  const acting = await actingViewer();
  if (!acting.ok) return acting;
  const result = await make(acting.viewer, await readDevice());
  const isGone = !result.ok && result.code === 'app.unknown';
  if (!result.ok && !isGone && result.code !== 'wallet.unknown') return result;
  const onPage = page && page > 1 ? `&page=${page}` : '';
  return { ok: true as const, redirectTo: pathAfter('/apps', isGone ? 'gone' : done) + onPage };
}
