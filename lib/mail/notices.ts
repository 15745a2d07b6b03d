import 'server-only';
import { z } from 'zod';
import { environment } from '../env.ts';
import { writeTime } from '../write-time.ts';
import { eventNoticeWriters } from './event-notice.ts';
import { notMePath } from './not-me-path.ts';
import type { NoticeWriter } from './notice-writer.ts';

/** The last one, to somebody whose account is gone. */
const writeDeletedNotice: NoticeWriter = (_details, happenedAt) => ({
  subject: 'Your account was deleted',
  text: [
    `Your Countersign account was deleted on ${writeTime(happenedAt)}.`,
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

const Details = z.object({ address: z.string() });

/** Tells an account that one of its wallets was moved to another account. Names the wallet, never the other account. */
const writeMovedNotice: NoticeWriter = (details, happenedAt) => {
  const { address } = Details.parse(details);
  return {
    subject: 'A wallet was moved to another account',
    text: [
      `On ${writeTime(happenedAt)}, the wallet ${address} was proven on another Countersign account,`,
      'by somebody who can sign with it. It is no longer on your account, and the proof you had of it has ended.',
      '',
      `If that was you, there is nothing to do. If it wasn't, somebody else can use this wallet: move what it holds to a`,
      'new one. They may be signed in to your account as well. This page ends every other session of it, once you have',
      'confirmed that it is you:',
      '',
      environment().siteUrl + notMePath,
    ].join('\n'),
  };
};

/** Every kind of notice, as the database queues it, with what it says. */
export const noticeWriters: Record<string, NoticeWriter> = {
  account_deleted: writeDeletedNotice,
  ...eventNoticeWriters,
  wallet_moved_away: writeMovedNotice,
};
