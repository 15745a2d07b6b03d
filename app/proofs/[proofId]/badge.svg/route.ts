import { nameAccount } from 'countersign/proof/public-proof';
import { answerError } from '@/lib/api/answer-data';
import { answerBadge } from '@/lib/proofs/draw-badge';
import { readPublicProof } from '@/lib/proofs/read-public-proof';

/** Always answers 200, since sites show no other image. Private, unknown and malformed IDs get the same image. */
export async function GET(
  _request: Request,
  { params }: { params: Promise<{ proofId: string }> },
): Promise<Response> {
  const read = await readPublicProof((await params).proofId);
  if (!read.ok)
    return read.code === 'proof.not_found' ? answerBadge({ status: 'unknown' }) : answerError(read.code);
  const { proof } = read;
  if (proof.status !== 'standing') return answerBadge({ status: 'ended' });
  const { address, accountCode, provenAt } = proof;
  const name = nameAccount(proof)?.shown ?? null;
  return answerBadge({ status: 'proven', address, accountCode, provenAt, name });
}
