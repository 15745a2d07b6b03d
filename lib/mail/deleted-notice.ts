import 'server-only';
import { environment } from '../env.ts';
import { writeTime } from '../write-time.ts';
import type { NoticeWriter } from './notice-writer.ts';

/** The last one, to somebody whose account is gone. */
export const writeDeletedNotice: NoticeWriter = (_details, happenedAt) => ({
  subject: 'Your account was deleted',
  text: [
    `Your Countersign account was deleted. That was done on ${writeTime(happenedAt)}.`,
    '',
    'Its wallets, proofs, activity and sessions are gone, and this address with them. What the wallets hold was not',
    'touched. Of proofs that were public only the ids are left, so that their pages can say that they were deleted.',
    '',
    "This can't be undone, and this is the last mail about it. If it wasn't you, somebody got in to your account: change",
    'the password of your mailbox, and wherever else you used the same one. You can make a new account here:',
    '',
    `${environment().siteUrl}/sign-up`,
  ].join('\n'),
});
