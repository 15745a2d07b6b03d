import { answerError } from '@/lib/api/answer-error';

/** Apps read JSON: the page that says "not found" is for people. */
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
