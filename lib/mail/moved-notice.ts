import 'server-only';
import { z } from 'zod';
import { environment } from '../env.ts';
import { writeTime } from '../write-time.ts';
import { notMePath } from './not-me-path.ts';
import type { NoticeWriter } from './notice-writer.ts';

const Details = z.object({ address: z.string() });

/** Tells an account that a wallet of its was moved to another one. Names the wallet, never the other account. */
export const writeMovedNotice: NoticeWriter = (details, happenedAt) => {
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
