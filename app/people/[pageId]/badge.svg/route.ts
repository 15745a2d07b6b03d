import { namePage } from 'countersign/proof/public-page';
import { answerError } from '@/lib/api/answer-data';
import { answerBadge } from '@/lib/proofs/draw-badge';
import { readPublicPage } from '@/lib/proofs/read-public-page';

/** Always answers 200, since sites show no other image. Pages that are off and unknown ones get the same image. */
export async function GET(
  _request: Request,
  { params }: { params: Promise<{ pageId: string }> },
): Promise<Response> {
  const read = await readPublicPage((await params).pageId);
  if (!read.ok)
    return read.code === 'page.not_found' ? answerBadge({ status: 'off' }) : answerError(read.code);
  const { accountCode, proofs } = read.page;
  if (proofs.length === 0) return answerBadge({ status: 'empty' });
  const name = namePage(proofs)?.shown ?? null;
  return answerBadge({ status: 'listed', count: proofs.length, accountCode, name });
}
