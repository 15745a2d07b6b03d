import type { Check, Context } from '../context.ts';
import { type Finding, ok, problem, warning } from '../finding.ts';
import { onSite } from '../settings.ts';

const timeoutInMilliseconds = 8_000;

/** A connection to the mail server of this site's own notices. */
export async function openMailServer(smtpUrl: string) {
  const { createTransport } = await import('nodemailer');
  return createTransport({
    url: smtpUrl,
    connectionTimeout: timeoutInMilliseconds,
    greetingTimeout: timeoutInMilliseconds,
    socketTimeout: timeoutInMilliseconds,
  });
}

/** Whether this site's own notices can be sent. Signs in at the mail server, and sends nothing. */
export const mail: Check = {
  name: "This site's own mails",
  async run(_project, context) {
    const { smtpUrl } = context.environment;
    if (!smtpUrl)
      return [
        warning('mail.server', 'SMTP_URL is not set.', {
          why: 'People get no notice of what happens on their account. Somebody who asks for the address of another can tell from their own mailbox whether it has an account here.',
          setting: onSite('SMTP_URL, MAIL_FROM'),
        }),
      ];
    return [await checkServer(smtpUrl), ...judgeSender(context)];
  },
};

async function checkServer(smtpUrl: string): Promise<Finding> {
  const server = await openMailServer(smtpUrl);
  const { host } = new URL(smtpUrl);
  try {
    await server.verify();
    return ok('mail.server', `The mail server ${host} takes mails of this site.`);
  } catch (error) {
    // Never its words: they may repeat what was sent, and that is a password.
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
    return problem('mail.server', explainCode(host, code), {
      why: 'Notices wait, and are given up after ten attempts, or a day.',
      setting: onSite('SMTP_URL'),
    });
  } finally {
    server.close();
  }
}

/** @param code of nodemailer */
export function explainCode(host: string, code: string): string {
  if (code === 'EAUTH') return `The mail server ${host} refuses the name or the password in SMTP_URL.`;
  if (code === 'ETLS' || code.startsWith('ERR_TLS') || code.startsWith('ERR_SSL') || code.includes('CERT'))
    return `The mail server ${host} and this machine can't agree on encryption (${code}): smtps:// is for port 465, smtp:// for 587.`;
  return `The mail server ${host} can't be reached (${code}).`;
}

function judgeSender({ environment, variables }: Context): Finding[] {
  if (variables.MAIL_FROM?.trim() || environment.embedded) return [];
  return [
    problem('mail.from', `MAIL_FROM is not set: notices come from ${environment.mailFrom}.`, {
      why: 'Mail servers refuse such a sender, or call it spam.',
      setting: onSite('MAIL_FROM'),
    }),
  ];
}
