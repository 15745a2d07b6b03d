import { answerError } from '@/lib/api/answer-data';
import { environment } from '@/lib/env';
import { dataPolicy } from '@/lib/http/security-headers';
import { nameAccount, readPublicProof } from '@/lib/proofs/read-public-proof';
import { drawOnce } from './draw-once';
import { drawPicture } from './draw-picture';

/** The preview picture for links to a valid proof. Other proofs have none. */
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
  // A proof never changes, except that its owner's name follows with its evidence.
  const drawing = drawOnce(`${proof.id} ${'evidenceAt' in proof}`, () =>
    drawPicture({ ...proof, name, siteName: branding.siteName, link: `${siteUrl}/proofs/${proof.id}` }),
  );
  if (!drawing) return answerError('proof.unavailable');
  return new Response(await drawing, {
    headers: {
      'content-type': 'image/png',
      'content-security-policy': dataPolicy,
      // As long as the proof's JSON, so that its end shows within a minute.
      'cache-control': 'public, max-age=60',
      'cross-origin-resource-policy': 'cross-origin',
    },
  });
}
