import 'server-only';
import { after } from 'next/server';
import { environment } from '../env.ts';
import { logError, messageOf } from '../log/log.ts';
import type { Result } from '../result.ts';
import { callFunction } from '../supabase/call-function.ts';
import { noticeWriters } from './notices.ts';
import { sendMail } from './send-mail.ts';

/** Sent in parallel, so that the slowest takes well under the minute that a claim lasts. */
const claimedAtOnce = 10;

const pauseInMilliseconds = 60_000;

type ClaimedNotice = {
  id: string;
  kind: string;
  details: unknown;
  recipient: string | null;
  createdAt: string;
  retryAt: string;
};

/**
 * Sends every due notice, for any account; a failed one stays queued. An email may arrive twice if the process ends before marking it as
 * sent. Without SMTP_URL, only deletes old rows. Call it with `after`: users shouldn't wait for a mail server. Never throws.
 */
export async function flushOutbox(): Promise<void> {
  const atMost = environment().smtpUrl ? claimedAtOnce : 0;
  try {
    let claimed: ClaimedNotice[];
    do {
      const claim = await callFunction('claim_outbox', { p_at_most: atMost });
      if (!claim.ok) throw new Error(claim.code);
      claimed = claim.rows;
      await Promise.all(claimed.map(deliver));
    } while (claimed.length > 0);
  } catch (error) {
    logError('mail.outbox_unreadable', `Notices could not be read: ${messageOf(error)}`);
    scheduleFlush(Date.now() + pauseInMilliseconds);
  }
}

/** After the response, sends the notices that a change has queued. */
export function flushAfter<Changed extends Result>(changed: Changed): Changed {
  if (changed.ok) after(flushOutbox);
  return changed;
}

async function deliver(notice: ClaimedNotice): Promise<void> {
  try {
    if (!(await isDelivered(notice))) return scheduleFlush(Date.parse(notice.retryAt));
    const finished = await callFunction('finish_outbox_mail', { p_mail_id: notice.id });
    if (!finished.ok) throw new Error(finished.code);
  } catch (error) {
    logError('mail.left_for_later', `A notice was left for later: ${messageOf(error)}`);
    scheduleFlush(Date.parse(notice.retryAt));
  }
}

/** Also true if the account has no email address. */
async function isDelivered({ kind, details, recipient, createdAt }: ClaimedNotice): Promise<boolean> {
  if (recipient === null) return true;
  // A newer version of this server may have queued it, and can send it.
  const write = Object.hasOwn(noticeWriters, kind) ? noticeWriters[kind] : undefined;
  if (!write) {
    logError('mail.unknown_kind', `Nothing here can write a notice of the kind ${kind}.`);
    return false;
  }
  return sendMail(recipient, write(details, createdAt));
}

let nextFlush: { at: number; timer: NodeJS.Timeout } | undefined;

/** Schedules the next run in this process (milliseconds since 1970). If the process ends, another one sends. */
function scheduleFlush(at: number): void {
  if (nextFlush && nextFlush.at <= at) return;
  clearTimeout(nextFlush?.timer);
  const timer = setTimeout(
    () => {
      nextFlush = undefined;
      void flushOutbox();
    },
    Math.max(0, at - Date.now()),
  );
  timer.unref();
  nextFlush = { at, timer };
}
