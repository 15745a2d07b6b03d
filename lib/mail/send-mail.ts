import 'server-only';
import { createTransport, type Transporter } from 'nodemailer';
import { environment } from '../env.ts';
import { logError } from '../log/log.ts';
import { layOutMail, type MailContent } from './mail-layout.ts';

let transporter: Transporter | undefined;

/** For each step of the SMTP dialog. A claim on a notice lasts a minute. */
const timeoutInMilliseconds = 5_000;

/** Sends one of this site's own emails. @returns whether the mail server accepted it. Logs a failure without the address. */
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
