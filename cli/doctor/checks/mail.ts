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

/** Whether notices can be sent. Logs in to the mail server and sends nothing. */
export const mail: Check = {
  name: 'Notices by email',
  async run(_project, context) {
    const { smtpUrl } = context.environment;
    if (!smtpUrl)
      return [
        warning('mail.server', 'SMTP_URL is not set.', {
          why: 'People get no notices about their account, and changing to an email reveals whether it has an account.',
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
    return ok('mail.server', `The mail server ${host} accepts the login.`);
  } catch (error) {
    // Never its message, which may contain the password.
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
    return problem('mail.server', explainCode(host, code), {
      why: 'Notices are not sent. They are dropped after ten attempts or a day.',
      setting: onSite('SMTP_URL'),
    });
  } finally {
    server.close();
  }
}

/** @param code nodemailer's error code */
export function explainCode(host: string, code: string): string {
  if (code === 'EAUTH') return `The mail server ${host} refuses the user name or password in SMTP_URL.`;
  if (code === 'ETLS' || code.startsWith('ERR_TLS') || code.startsWith('ERR_SSL') || code.includes('CERT'))
    return `TLS with the mail server ${host} failed (${code}). Use smtps:// for port 465, smtp:// for 587.`;
  return `The mail server ${host} can't be reached (${code}).`;
}

function judgeSender({ environment, variables }: Context): Finding[] {
  if (variables.MAIL_FROM?.trim() || environment.embedded) return [];
  return [
    problem('mail.from', `MAIL_FROM is not set: notices are from ${environment.mailFrom}.`, {
      why: 'Mail servers reject this sender or treat it as spam.',
      setting: onSite('MAIL_FROM'),
    }),
  ];
}
