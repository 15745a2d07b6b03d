import 'server-only';
import { PageId, type PublicPage, pageHead } from 'countersign/proof/public-page';
import { cache } from 'react';
import { z } from 'zod';
import { environment } from '../env.ts';
import { fail, type Result } from '../result.ts';
import { callFunction } from '../supabase/call-function.ts';
import { describeStoredProof, StoredProof, StoredTime } from './describe-stored-proof.ts';

const Row = z.object({
  id: PageId,
  accountCode: z.string(),
  github: z.object({ handle: z.string(), id: z.string(), confirmedAt: StoredTime }).nullable(),
  proofs: z.array(z.object({ id: z.uuid(), proof: StoredProof })),
});

/**
 * Pages that are off or closed, unknown and malformed IDs are all `page.not_found`; `proof.unavailable` during an outage. Omits proofs
 * from an earlier address of the site, whose links lead elsewhere. Cached for the request.
 */
export const readPublicPage = cache(async (id: string): Promise<Result<{ page: PublicPage }>> => {
  if (!PageId.safeParse(id).success) return fail('page.not_found');
  const read = await callFunction('read_public_page', { p_id: id });
  if (!read.ok) return fail('proof.unavailable');
  if (read.rows === null) return fail('page.not_found');
  const { proofs, github, accountCode } = Row.parse(read.rows);
  const { siteUrl } = environment();
  return {
    ok: true,
    page: {
      ...{ ...pageHead, id, url: `${siteUrl}/people/${id}`, accountCode },
      ...(github && { github }),
      proofs: proofs
        .map((listed) => describeStoredProof(listed.id, listed.proof))
        .filter(({ origin }) => origin === siteUrl),
    },
  };
});
