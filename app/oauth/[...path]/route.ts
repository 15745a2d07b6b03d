import { answerApp } from '@/lib/oidc/answer';

export const dynamic = 'force-dynamic';

export { answerApp as GET, answerApp as OPTIONS, answerApp as POST };
