import 'server-only';
import { createTransport, type Transporter } from 'nodemailer';
import { environment } from '../env.ts';

let transporter: Transporter | undefined;

/** For each step of the conversation. A claimed notice is left to us for a minute. */
const timeoutInMilliseconds = 5_000;

export type Mail = { to: string; subject: string; text: string };

/**
 * Sends one of our own mails.
 * @returns whether the mail server took it. A failure is logged, without the address. False without SMTP_URL.
 */
export async function sendMail(mail: Mail): Promise<boolean> {
  const { smtpUrl, mailFrom } = environment();
  if (!smtpUrl) return false;
  transporter ??= createTransport({
    url: smtpUrl,
    connectionTimeout: timeoutInMilliseconds,
    greetingTimeout: timeoutInMilliseconds,
    socketTimeout: timeoutInMilliseconds,
  });
  try {
    await transporter.sendMail({ from: mailFrom, ...mail });
    return true;
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : 'unknown';
    console.error(`A mail could not be sent: ${code}`);
    return false;
  }
}
