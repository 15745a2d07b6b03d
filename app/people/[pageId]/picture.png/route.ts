import { namePage } from 'countersign/proof/public-page';
import { drawOnce } from '@/app/proofs/[proofId]/picture.png/draw-once';
import { drawPicture } from '@/app/proofs/[proofId]/picture.png/draw-picture';
import { answerError, answerImage } from '@/lib/api/answer-data';
import { environment } from '@/lib/env';
import { readPublicPage } from '@/lib/proofs/read-public-page';

/** The preview picture for links to a page that lists wallets. It has no wallet and no number of them, because messengers keep it. */
export async function GET(
  _request: Request,
  { params }: { params: Promise<{ pageId: string }> },
): Promise<Response> {
  const read = await readPublicPage((await params).pageId);
  if (!read.ok) return answerError(read.code);
  const { url, accountCode, proofs } = read.page;
  if (proofs.length === 0) return answerError('page.not_found');
  const name = namePage(proofs)?.shown ?? null;
  const { siteName, accent } = environment().branding;
  const drawing = drawOnce(`${url} ${name}`, () =>
    drawPicture({
      ...{ title: 'Proven wallets of one account', subject: accountCode, fact: 'Each with a signature' },
      ...{ accountCode, name, siteName, color: accent?.light.text ?? undefined, link: url },
    }),
  );
  return drawing ? answerImage(await drawing, 'image/png') : answerError('proof.unavailable');
}
