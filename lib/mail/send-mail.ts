import 'server-only';
import { createTransport, type Transporter } from 'nodemailer';
import { environment } from '../env.ts';

let transporter: Transporter | undefined;

/** A mail server that doesn't answer must not keep a person waiting. */
const timeoutInMilliseconds = 5_000;

type Notice = { to: string; subject: string; text: string };

/**
 * Sends one of our own mails. What it tells of has happened already, so a failure is logged, without the address,
 * and changes nothing. Does nothing when the site has no SMTP_URL.
 */
export async function sendNotice(notice: Notice): Promise<void> {
  const { smtpUrl, mailFrom } = environment();
  if (!smtpUrl) return;
  transporter ??= createTransport({
    url: smtpUrl,
    connectionTimeout: timeoutInMilliseconds,
    greetingTimeout: timeoutInMilliseconds,
    socketTimeout: timeoutInMilliseconds,
  });
  try {
    await transporter.sendMail({ from: mailFrom, ...notice });
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : 'unknown';
    console.error(`A notice could not be sent: ${code}`);
  }
}
