import { answerError } from '@/lib/api/answer-data';

/** JSON for apps; the not-found page is for people. */
function answerUnknown(): Response {
  return answerError('api.not_found');
}

export {
  answerUnknown as DELETE,
  answerUnknown as GET,
  answerUnknown as PATCH,
  answerUnknown as POST,
  answerUnknown as PUT,
};
