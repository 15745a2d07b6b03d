import { answerOAuth } from '@/lib/oidc/answer';

export const dynamic = 'force-dynamic';

export { answerOAuth as GET, answerOAuth as OPTIONS, answerOAuth as POST };
