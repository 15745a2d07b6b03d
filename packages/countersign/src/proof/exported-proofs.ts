import { z } from 'zod';
import { type CheckedPublicProof, checkPublicProof, type EndedProof } from './public-proof.ts';
import { readSiteStatement, readStatement } from './read-statement.ts';

export const exportHead = { kind: 'countersign-export', version: 1 } as const;

const Export = z.object({
  kind: z.literal(exportHead.kind),
  version: z.literal(exportHead.version),
  proofs: z.array(z.object({ status: z.enum(['standing', 'removed', 'moved', 'replaced']) }).loose()),
});

/** A proof of an export, checked alike whether or not it was current when exported. */
export type CheckedExportedProof = {
  stood: 'standing' | Exclude<EndedProof['status'], 'deleted'>;
  checked: CheckedPublicProof;
};

/**
 * Checks every proof of an export by its own contents. A proof made by signing in names no account, so its account
 * isn't checked; withheld evidence isn't either. Pure, never throws.
 * @param json anything that JSON.parse may return.
 * @returns null when it is no export of a known version.
 */
export function checkExportedProofs(json: unknown): CheckedExportedProof[] | null {
  const parsed = Export.safeParse(json);
  if (!parsed.success) return null;
  return parsed.data.proofs.map((proof) => ({
    stood: proof.status,
    checked: checkPublicProof(
      { ...proof, status: 'standing' },
      (method, text) => readStatement(method, text) ?? readSiteStatement(method, text),
    ),
  }));
}
