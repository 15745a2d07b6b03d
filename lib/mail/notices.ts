import 'server-only';
import { z } from 'zod';
import { environment } from '../env.ts';
import { formatTime } from '../format-time.ts';
import { eventNoticeWriters, whyNotices } from './activity-notice.ts';
import { endSessionsLink, withoutLink } from './event-words.ts';
import type { NoticeWriter } from './mail-layout.ts';

const DeletedDetails = z.object({ reason: z.string().optional() });

const writeDeletedNotice: NoticeWriter = (details, happenedAt) => {
  const { branding, siteUrl } = environment();
  // Set if the team deleted the account.
  const { reason } = DeletedDetails.parse(details);
  return {
    subject: 'Your account was deleted',
    preview: 'This is the last email about it.',
    parts: [
      {
        say: `Your ${branding.siteName} account was deleted on ${formatTime(happenedAt)}${reason === undefined ? '' : `, by the team of ${branding.siteName}. The reason they gave: “${withoutLink(reason)}”`}.`,
      },
      {
        say: 'Its wallets, proofs, activity, sessions and this address are deleted. What the wallets hold is untouched. For public proofs only the IDs are kept, so that their pages can say they were deleted.',
      },
      {
        say:
          reason === undefined
            ? "This can't be undone, and this is the last email about it. If this wasn't you, someone had access to your account: change your mailbox's password, and the password everywhere you used the same one."
            : "This can't be undone, and this is the last email about it.",
      },
      { say: 'You can create a new account at any time.' },
      { link: `${siteUrl}/sign-up`, label: 'Create an account' },
    ],
    why: `You're receiving this because this was the account's email.`,
  };
};

const Details = z.object({ address: z.string() });

/** Tells an account that one of its wallets was moved. Names the wallet, never the other account. */
const writeMovedNotice: NoticeWriter = (details, happenedAt) => {
  const { address } = Details.parse(details);
  const { siteName } = environment().branding;
  return {
    subject: 'A wallet was moved to another account',
    preview: "If this wasn't you, someone else can use this wallet.",
    parts: [
      {
        say: `On ${formatTime(happenedAt)}, the wallet ${address} was proven on another ${siteName} account, by someone who can sign with it. It's no longer on your account, and your proof of it has ended.`,
      },
      { say: "If this was you, there's nothing to do." },
      {
        say: "Wasn't you? Someone else can use this wallet: move what it holds to a new one. They may be signed in to your account too. Confirm it's you on this page, and we'll sign out every other session.",
      },
      endSessionsLink(),
    ],
    why: whyNotices(),
  };
};

export const noticeWriters: Record<string, NoticeWriter> = {
  account_deleted: writeDeletedNotice,
  ...eventNoticeWriters,
  wallet_moved_away: writeMovedNotice,
};
