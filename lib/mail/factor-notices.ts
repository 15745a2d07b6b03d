import 'server-only';
import { environment } from '../env.ts';
import { writeTime } from '../write-time.ts';
import type { NoticeWriter } from './notices.ts';

/**
 * Tells of a change to how an account is protected. It says nothing that somebody typed: the name of an authenticator
 * could lead the reader elsewhere.
 */
function writer(subject: string, happened: string[]): NoticeWriter {
  return (_details, happenedAt) => ({
    subject,
    text: [
      `On ${writeTime(happenedAt)}:`,
      ...happened,
      '',
      "If that was you, there is nothing to do. If it wasn't, end the sessions you don't know and choose a new password:",
      '',
      `${environment().siteUrl}/security`,
    ].join('\n'),
  });
}

export const writeAddedNotice = writer('An authenticator app was added to your account', [
  'An authenticator app was added to your Countersign account. Signing in asks for its code from now on.',
]);

export const writeRemovedNotice = writer('An authenticator app was removed from your account', [
  'An authenticator app was removed from your Countersign account.',
]);

export const writeCodesMadeNotice = writer('New recovery codes were made for your account', [
  'New recovery codes were made for your Countersign account. The old ones no longer work.',
]);

export const writeCodeUsedNotice = writer('A recovery code was used to sign in', [
  'Somebody signed in to your Countersign account with a recovery code instead of an authenticator.',
  'Your authenticators were removed and every other session was ended.',
]);
