import 'server-only';
import { createTransport, type Transporter } from 'nodemailer';
import { environment } from '../env.ts';
import { logError } from '../log/log.ts';
import { layOutMail, type MailContent } from './mail-layout.ts';

let transporter: Transporter | undefined;

/** For each step of the conversation. A claimed notice is ours for a minute. */
const timeoutInMilliseconds = 5_000;

/** Sends one of our own mails. Returns whether the server took it; a failure is logged without the address. */
export async function sendMail(to: string, content: MailContent): Promise<boolean> {
  const { smtpUrl, mailFrom, branding, siteUrl } = environment();
  if (!smtpUrl) return false;
  transporter ??= createTransport({
    url: smtpUrl,
    connectionTimeout: timeoutInMilliseconds,
    greetingTimeout: timeoutInMilliseconds,
    socketTimeout: timeoutInMilliseconds,
  });
  try {
    await transporter.sendMail({ from: mailFrom, to, ...layOutMail(content, { branding, siteUrl }) });
    return true;
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : 'unknown';
    logError('mail.not_sent', `An email could not be sent: ${code}`);
    return false;
  }
}
