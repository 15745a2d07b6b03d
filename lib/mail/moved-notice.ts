import 'server-only';
import { environment } from '../env.ts';
import { sendNotice } from './send-notice.ts';

/** Tells an account that a wallet of its was moved to another one. Names the wallet, never the other account. */
export async function sendMovedNotice(to: string, address: string): Promise<void> {
  await sendNotice({
    to,
    subject: 'A wallet was moved to another account',
    text: [
      `The wallet ${address} was proven on another Countersign account, by somebody who can sign with it.`,
      'It is no longer on your account, and the proof you had of it has ended.',
      '',
      `If that was you, there is nothing to do. If it wasn't, somebody else can use this wallet: move what it holds to a`,
      'new one. You can see what happened on your account here:',
      '',
      `${environment().siteUrl}/activity`,
    ].join('\n'),
  });
}
