import 'server-only';
import { z } from 'zod';
import { readDevice } from '../device.ts';
import { environment } from '../env.ts';
import { flushAfter } from '../mail/flush-outbox.ts';
import type { Result } from '../result.ts';
import type { Viewer } from '../session/viewer.ts';
import { callAsViewer } from '../supabase/call-as-viewer.ts';
import type { ChangePage } from './wallet-schemas.ts';

export const OwnPage = z.object({
  /** Null while the page is off. */
  id: z.string().nullable(),
  github: z.array(
    z.object({
      ...{ handle: z.string(), id: z.string(), confirmedAt: z.string(), isShown: z.boolean() },
      /** Whether GitHub confirmed the account within 30 days. Otherwise visitors don't see it until its next sign-in. */
      isCurrent: z.boolean(),
    }),
  ),
  /** The wallets with a public proof. */
  wallets: z.array(
    z
      .object({
        ...{ id: z.string(), address: z.string(), label: z.string().nullable(), isListed: z.boolean() },
        origin: z.string(),
      })
      // Like `readPublicPage`, which omits proofs from an earlier address of the site.
      .transform(({ origin, ...wallet }) => ({ ...wallet, isCurrent: origin === environment().siteUrl })),
  ),
});
export type OwnPage = z.infer<typeof OwnPage>;

/** `page.github_unconfirmed`, or the refusals of step-up. Does nothing to a page that is off. */
export async function changeOwnPage(
  viewer: Viewer,
  { change, githubId }: z.infer<typeof ChangePage>,
): Promise<Result> {
  const parameters = { p_change: change, p_github_id: githubId ?? null, p_device: await readDevice() };
  return flushAfter(await callAsViewer(viewer, 'change_public_page', parameters));
}
