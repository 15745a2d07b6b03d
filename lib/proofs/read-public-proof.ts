import 'server-only';
import { cache } from 'react';
import { z } from 'zod';
import { type Failure, fail } from '../result.ts';
import { callFunction } from '../supabase/call-function.ts';
import type { PublicProof, StandingProof } from './public-proof.ts';
import { readAddress } from './read-address.ts';
import { readMessageText } from './read-statement.ts';
import { proofMethods } from './statement.ts';

const time = z.iso.datetime({ offset: true }).transform((at) => new Date(at).toISOString());

/** What the database's function `read_public_proof` answers. It holds nothing that is not public. */
const Row = z.discriminatedUnion('status', [
  z.object({
    id: z.uuid(),
    status: z.literal('standing'),
    proof: z.object({
      account_code: z.string(),
      method: z.enum(proofMethods),
      chain: z.string(),
      address: z.string(),
      origin: z.string(),
      message: z.string(),
      signed_bytes: z.string(),
      signature: z.string(),
      proven_at: time,
    }),
  }),
  z.object({
    id: z.uuid(),
    status: z.enum(['removed', 'moved', 'replaced', 'deleted']),
    ended_at: time,
    replaced_by: z.uuid().nullish(),
  }),
]);
type StandingRow = Extract<z.infer<typeof Row>, { status: 'standing' }>;

/**
 * A public proof, or how it ended. A private, an unknown and a malformed id are all `proof.not_found`. Once per
 * request, so that a page and its title ask once.
 * @returns `proof.unavailable` when the backend is out of reach. Throws when a row is not what a proof is.
 */
export const readPublicProof = cache(
  async (id: string): Promise<{ ok: true; proof: PublicProof } | Failure> => {
    if (!z.uuid().safeParse(id).success) return fail('proof.not_found');
    const read = await callFunction<unknown>('read_public_proof', { p_proof_id: id });
    if (!read.ok) return fail('proof.unavailable');
    if (read.rows === null) return fail('proof.not_found');
    const row = Row.parse(read.rows);
    return { ok: true, proof: row.status === 'standing' ? describeStanding(row) : describeEnded(row) };
  },
);

const head = { kind: 'countersign-proof', version: 1 } as const;

function describeStanding({ id, proof }: StandingRow): StandingProof {
  return {
    ...head,
    id,
    status: 'standing',
    accountCode: proof.account_code,
    method: proof.method,
    chain: proof.chain,
    address: proof.address,
    origin: proof.origin,
    statement: readSignedText(proof),
    message: proof.message,
    signedBytes: proof.signed_bytes,
    signature: proof.signature,
    provenAt: proof.proven_at,
    url: `${proof.origin}/proofs/${id}`,
  };
}

function describeEnded(row: Exclude<z.infer<typeof Row>, StandingRow>): PublicProof {
  const { id, status, ended_at: endedAt, replaced_by: replacedBy } = row;
  return { ...head, id, status, endedAt, ...(replacedBy ? { replacedBy } : {}) };
}

function readSignedText({ method, address, message }: StandingRow['proof']): string {
  const key = readAddress(address);
  const text = key.ok ? readMessageText(method, Buffer.from(message, 'base64'), key.publicKey) : null;
  if (text === null) throw new Error('A stored proof has no readable statement');
  return text;
}
