import { answerData, answerError } from '@/lib/api/answer-data';
import { requestIdHeader } from '@/lib/http/request-headers';
import { logError } from '@/lib/log/log';
import { readPublicProof } from '@/lib/proofs/read-public-proof';

export {
  answerPreflight as OPTIONS,
  refuseMethod as DELETE,
  refuseMethod as PATCH,
  refuseMethod as POST,
  refuseMethod as PUT,
} from '@/lib/api/answer-data';

type Context = { params: Promise<{ proofId: string }> };

/** 200 while valid, with the evidence or the time it follows; 410 once ended; 404 if private, unknown or malformed. */
export async function GET(request: Request, { params }: Context): Promise<Response> {
  const { proofId } = await params;
  try {
    const read = await readPublicProof(proofId);
    if (!read.ok) return answerError(read.code);
    const { proof } = read;
    if (proof.status !== 'standing') return answerData(proof, 410);
    return answerData(proof, 200, 'evidenceAt' in proof ? proof.evidenceAt : undefined);
  } catch (error) {
    logError(
      'proof.unreadable',
      `A public proof could not be answered, request ${request.headers.get(requestIdHeader)}:`,
      error,
    );
    return answerError('request.unexpected');
  }
}
