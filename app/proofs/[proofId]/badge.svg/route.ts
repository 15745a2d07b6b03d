import { answerError } from '@/lib/api/answer-data';
import { environment } from '@/lib/env';
import { dataPolicy } from '@/lib/http/security-headers';
import { drawBadge } from '@/lib/proofs/draw-badge';
import { nameAccount, readPublicProof } from '@/lib/proofs/read-public-proof';

/** Always answers 200, since sites show no other image. Private, unknown and malformed IDs get the same image. */
export async function GET(
  _request: Request,
  { params }: { params: Promise<{ proofId: string }> },
): Promise<Response> {
  const read = await readPublicProof((await params).proofId);
  if (!read.ok && read.code !== 'proof.not_found') return answerError(read.code);
  return new Response(drawBadge(chooseBadge(read), environment().branding.siteName), {
    headers: {
      'content-type': 'image/svg+xml; charset=utf-8',
      'content-security-policy': dataPolicy,
      'cache-control': 'public, max-age=60',
      'cross-origin-resource-policy': 'cross-origin',
    },
  });
}

function chooseBadge(read: Awaited<ReturnType<typeof readPublicProof>>): Parameters<typeof drawBadge>[0] {
  if (!read.ok) return { status: 'unknown' };
  const { proof } = read;
  if (proof.status !== 'standing') return { status: 'ended' };
  const { address, accountCode, provenAt } = proof;
  return { status: 'proven', address, accountCode, provenAt, name: nameAccount(proof)?.shown ?? null };
}
