import { answerError } from '@/lib/api/answer-error';
import { environment } from '@/lib/env';
import { dataPolicy } from '@/lib/http/security-headers';
import { nameAccount } from '@/lib/proofs/name-account';
import { readPublicProof } from '@/lib/proofs/read-public-proof';
import { drawOnce } from './draw-once';
import { drawPicture } from './draw-picture';

/** The picture that messengers show for a link to a standing proof. Other proofs have none. */
export async function GET(
  _request: Request,
  { params }: { params: Promise<{ proofId: string }> },
): Promise<Response> {
  const read = await readPublicProof((await params).proofId);
  if (!read.ok) return answerError(read.code);
  const { proof } = read;
  if (proof.status !== 'standing') return answerError('proof.not_found');
  const name = nameAccount(proof)?.shown ?? null;
  const { siteUrl, branding } = environment();
  // All of it is in a proof that never changes, but for the name that follows with its evidence.
  const drawing = drawOnce(`${proof.id} ${'evidenceAt' in proof}`, () =>
    drawPicture({ ...proof, name, siteName: branding.siteName, link: `${siteUrl}/proofs/${proof.id}` }),
  );
  if (!drawing) return answerError('proof.unavailable');
  return new Response(await drawing, {
    headers: {
      'content-type': 'image/png',
      'content-security-policy': dataPolicy,
      // Cached as long as the proof itself, so that ending it shows within a minute.
      'cache-control': 'public, max-age=60',
      'cross-origin-resource-policy': 'cross-origin',
    },
  });
}
