import { answerPlainly } from '@/lib/oidc/answer';

export const dynamic = 'force-dynamic';

export { answerPlainly as GET, answerPlainly as OPTIONS };
