/** JSON for apps; the not-found page is for people. */
export {
  answerUnknown as DELETE,
  answerUnknown as GET,
  answerUnknown as PATCH,
  answerUnknown as POST,
  answerUnknown as PUT,
} from '@/lib/api/answer-data';
