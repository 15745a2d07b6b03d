import { z } from 'zod';
import { type CheckedPublicProof, checkPublicProof, type EndedProof } from './public-proof.ts';
import { readSiteStatement, readStatement } from './read-statement.ts';

export const exportHead = { kind: 'countersign-export', version: 1 } as const;

const Export = z.object({
  kind: z.literal(exportHead.kind),
  version: z.literal(exportHead.version),
  proofs: z.array(z.object({ status: z.enum(['standing', 'removed', 'moved', 'replaced']) }).loose()),
});

/** A proof of an export. What was signed is checked alike whether or not it stood when it was exported. */
export type CheckedExportedProof = {
  stood: 'standing' | Exclude<EndedProof['status'], 'deleted'>;
  checked: CheckedPublicProof;
};

/**
 * Checks every proof of an export, with nothing but what stands in it. One that was made by signing in names the site
 * and no account, so that its account is not among the checks. One whose evidence was withheld is not checked. Pure,
 * never throws.
 * @param json anything that JSON.parse may return.
 * @returns null when it is no export of a version known here.
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
