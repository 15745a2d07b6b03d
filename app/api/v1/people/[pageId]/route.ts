import { answerOrLog, answerTagged } from '@/lib/api/answer-app';
import { answerError, corsForAll } from '@/lib/api/answer-data';
import { readPublicPage } from '@/lib/proofs/read-public-page';

export {
  answerPreflight as OPTIONS,
  refuseMethod as DELETE,
  refuseMethod as PATCH,
  refuseMethod as POST,
  refuseMethod as PUT,
} from '@/lib/api/answer-data';

type Context = { params: Promise<{ pageId: string }> };

/** Caches ask each time, since an outdated copy would differ from the page that the owner has just changed. */
const headers = { ...corsForAll, 'cache-control': 'public, no-cache' };

/** 404 if off, unknown or malformed. */
export async function GET(request: Request, { params }: Context): Promise<Response> {
  return answerOrLog(request, 'A public page', async () => {
    const read = await readPublicPage((await params).pageId);
    return read.ok ? answerTagged(request, read.page, headers) : answerError(read.code);
  });
}
