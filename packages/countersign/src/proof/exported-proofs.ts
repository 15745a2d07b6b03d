import * as z from 'zod/mini';
import { type CheckedPublicProof, checkPublicProof, type EndedProof } from './public-proof.ts';
import { readSiteStatement, readStatement } from './read-statement.ts';

export const exportHead = { kind: 'countersign-export', version: 1 } as const;

const Export = z.object({
  kind: z.literal(exportHead.kind),
  version: z.literal(exportHead.version),
  proofs: z.array(z.looseObject({ status: z.enum(['standing', 'removed', 'moved', 'replaced']) })),
});

/** An exported proof and its status in the export. All are checked alike, whether or not they were current. */
export type CheckedExportedProof = {
  stood: 'standing' | Exclude<EndedProof['status'], 'deleted'>;
  checked: CheckedPublicProof;
};

/**
 * Checks each proof of an export, using only its contents. Skips the account of a proof made by signing in, which names none, and
 * withheld evidence. Pure, never throws.
 * @param json any value that JSON.parse returns
 * @returns null if it isn't an export of a known version
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
