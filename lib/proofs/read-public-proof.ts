import 'server-only';
import type { PublicProof } from 'countersign/proof/public-proof';
import { cache } from 'react';
import { z } from 'zod';
import { fail, type Result } from '../result.ts';
import { callFunction } from '../supabase/call-function.ts';
import { describeStoredProof, proofHead, StoredProof, StoredTime } from './describe-stored-proof.ts';

const Row = z.discriminatedUnion('status', [
  z.object({
    id: z.uuid(),
    status: z.literal('standing'),
    proof: StoredProof,
  }),
  z.object({
    id: z.uuid(),
    status: z.enum(['removed', 'moved', 'replaced', 'deleted']),
    endedAt: StoredTime,
    replacedBy: z.uuid().nullish(),
  }),
]);
type StandingRow = Extract<z.infer<typeof Row>, { status: 'standing' }>;

/** Private, unknown and malformed ids are all `proof.not_found`; `proof.unavailable` during an outage. Cached for the request. */
export const readPublicProof = cache(async (id: string): Promise<Result<{ proof: PublicProof }>> => {
  if (!z.uuid().safeParse(id).success) return fail('proof.not_found');
  const read = await callFunction('read_public_proof', { p_proof_id: id });
  if (!read.ok) return fail('proof.unavailable');
  if (read.rows === null) return fail('proof.not_found');
  const row = Row.parse(read.rows);
  return {
    ok: true,
    proof: row.status === 'standing' ? describeStoredProof(row.id, row.proof) : describeEnded(row),
  };
});

function describeEnded(row: Exclude<z.infer<typeof Row>, StandingRow>): PublicProof {
  const { replacedBy, ...ended } = row;
  return { ...proofHead, ...ended, ...(replacedBy ? { replacedBy } : {}) };
}
