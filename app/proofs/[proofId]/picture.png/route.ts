import { nameAccount } from 'countersign/proof/public-proof';
import { answerError, answerImage } from '@/lib/api/answer-data';
import { environment } from '@/lib/env';
import { writeDate } from '@/lib/format-time';
import { readPublicProof } from '@/lib/proofs/read-public-proof';
import { shortenAddress } from '@/lib/shorten';
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
    drawPicture({
      title: 'Proof of a wallet',
      subject: shortenAddress(proof.address),
      fact: `Proven ${writeDate(proof.provenAt)}`,
      ...{
        accountCode: proof.accountCode,
        name,
        siteName: branding.siteName,
        color: branding.accent?.light.text ?? undefined,
      },
      link: `${siteUrl}/proofs/${proof.id}`,
    }),
  );
  if (!drawing) return answerError('proof.unavailable');
  return answerImage(await drawing, 'image/png');
}
