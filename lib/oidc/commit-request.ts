import 'server-only';
import { after } from 'next/server';
import { z } from 'zod';
import { logError } from '../log/log.ts';
import { flushOutbox } from '../mail/drain-notices.ts';
import { fail, type Result } from '../result.ts';
import { callFunction } from '../supabase/call-function.ts';
import type { RequestState } from './request-state.ts';

const Committed = z.object({ isGood: z.boolean(), reusedGrants: z.array(z.string()) });

/**
 * Stores what a request has changed, all of it or nothing, before it is answered: a code is used up in the very transaction that
 * keeps its tokens, so a process that dies between leaves nobody with half of it.
 * @returns `app.request_expired` where something had been used before or is over; `backend.unavailable`.
 */
export async function commitRequest({ changes, cameAt }: RequestState): Promise<Result> {
  if (Object.values(changes).every((list) => list.length === 0)) return { ok: true };
  const committed = await callFunction('commit_oauth_request', {
    p_changes: { ...changes, came_at: cameAt } as never,
  });
  if (!committed.ok) return committed;
  const { isGood, reusedGrants } = Committed.parse(committed.rows);
  for (const grant of reusedGrants) await tellOfReuse(grant);
  return isGood ? { ok: true } : fail('app.request_expired');
}

/** Apart, because it locks the account. What came of the token has ended by then. */
async function tellOfReuse(grantId: string): Promise<void> {
  const told = await callFunction('record_token_reuse', { p_grant_id: grantId });
  if (!told.ok)
    logError('app.token_reuse_not_told', `Telling of a token that was used again failed: ${told.code}`);
  else after(flushOutbox);
}
