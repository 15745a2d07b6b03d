import { answerPublicDocument } from '@/lib/oidc/answer';

export const dynamic = 'force-dynamic';

export { answerPublicDocument as GET, answerPublicDocument as OPTIONS };
