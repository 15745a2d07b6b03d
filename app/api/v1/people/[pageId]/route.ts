import { answerOrLog } from '@/lib/api/answer-app';
import { answerData, answerError } from '@/lib/api/answer-data';
import { readPublicPage } from '@/lib/proofs/read-public-page';

export {
  answerPreflight as OPTIONS,
  refuseMethod as DELETE,
  refuseMethod as PATCH,
  refuseMethod as POST,
  refuseMethod as PUT,
} from '@/lib/api/answer-data';

type Context = { params: Promise<{ pageId: string }> };

/** 404 if off, unknown or malformed. */
export async function GET(request: Request, { params }: Context): Promise<Response> {
  return answerOrLog(request, 'A public page', async () => {
    const read = await readPublicPage((await params).pageId);
    if (!read.ok) return answerError(read.code);
    // The evidence of each proof shows in time.
    const [first] = read.page.proofs
      .flatMap((proof) => ('evidenceAt' in proof ? proof.evidenceAt : []))
      .sort();
    return answerData(read.page, 200, first);
  });
}
