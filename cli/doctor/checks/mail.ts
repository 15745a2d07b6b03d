import { layOutMail } from '../../../lib/mail/mail-layout.ts';
import { codeOf, reasonOf } from '../ask.ts';
import { check, type Group } from '../check.ts';
import type { Context, Question } from '../context.ts';
import { withThrowAwayAccount } from '../throw-away-account.ts';

const timeoutInMilliseconds = 8_000;

type MailServer = ReturnType<typeof import('nodemailer').createTransport>;

/** @returns the code of a failure, or empty. Never its message, which may contain the password */
async function withMailServer(smtpUrl: string, work: (server: MailServer) => Promise<unknown>) {
  const { createTransport } = await import('nodemailer');
  const server = createTransport({
    url: smtpUrl,
    connectionTimeout: timeoutInMilliseconds,
    greetingTimeout: timeoutInMilliseconds,
    socketTimeout: timeoutInMilliseconds,
  });
  try {
    await work(server);
    return '';
  } catch (error) {
    return error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
  } finally {
    server.close();
  }
}

/** Logs in without sending an email. Returns the code of a failure, or an empty string. */
const login: Question<string> = ({ environment: { smtpUrl } }) =>
  smtpUrl ? withMailServer(smtpUrl, (server) => server.verify()) : null;

function explainFailure(code: string, { environment: { smtpUrl, mailFrom }, options }: Context): string {
  const server = `the mail server ${smtpUrl && new URL(smtpUrl).host}`;
  if (code === 'EAUTH') return `The user name or password in SMTP_URL is refused by ${server}.`;
  if (code === 'EENVELOPE')
    return `The sender ${mailFrom} or the recipient ${options.testMailTo} is refused by ${server}.`;
  if (code === 'ETLS' || code.startsWith('ERR_TLS') || code.startsWith('ERR_SSL') || code.includes('CERT'))
    return `TLS failed with ${server} (${code}). Use smtps:// for port 465, smtp:// for 587.`;
  return `No connection to ${server} (${code}).`;
}

export const mail: Group = {
  name: 'Notices by email',
  checks: [
    check({
      id: 'mail.server',
      when: (_, { environment }) => !environment.smtpUrl,
      warning: 'SMTP_URL is not set.',
      why: 'People get no notices about their account, and changing to an email reveals whether it has an account.',
      site: 'SMTP_URL, MAIL_FROM',
    }),
    check({
      id: 'mail.server',
      ask: login,
      right: 'The mail server accepts the login.',
      when: (code) => code !== '',
      problem: explainFailure,
      why: 'Notices are not sent. They are dropped after ten attempts or a day.',
      site: 'SMTP_URL',
    }),
    check({
      id: 'mail.from',
      when: (_, { environment, variables }) =>
        environment.smtpUrl !== null && !variables.MAIL_FROM?.trim() && !environment.embedded,
      problem: (_, { environment }) => `MAIL_FROM is not set: notices are from ${environment.mailFrom}.`,
      why: 'Mail servers reject this sender or treat it as spam.',
      site: 'MAIL_FROM',
    }),
  ],
};

/** Sends the test email of this site, which the operator has to check. Returns the code of a failure. */
const ourMail: Question<string> = ({ environment, options: { testMailTo: to } }) => {
  const { smtpUrl, mailFrom, branding, siteUrl } = environment;
  if (!smtpUrl || !to) return null;
  const { siteName } = branding;
  const content = {
    subject: `Test email from ${siteName}`,
    preview: 'Notices arrive.',
    parts: [`If you can read this, ${siteName} can send notices by email.`],
    why: `An operator of ${siteName} sent you this test email.`,
  };
  const laidOut = layOutMail(content, { branding, siteUrl });
  return withMailServer(smtpUrl, (server) => server.sendMail({ from: mailFrom, to, ...laidOut }));
};

type Sent = { failure: string; leftBehind: string | null };

/** Sends Auth's email with a code. If the address has no account, creates a temporary one, so the code is invalid afterwards. */
const mailOfAuth: Question<Sent> = async (context) => {
  const { environment, options, fetchAuthAsServer } = context;
  const to = options.testMailTo;
  if (!to) return null;
  const path = `/otp?redirect_to=${encodeURIComponent(`${environment.siteUrl}/wallets`)}`;
  const send = async () => {
    const answer = await fetchAuthAsServer(path, { body: { email: to, create_user: false } });
    return answer.status === 200 ? '' : reasonOf(answer);
  };
  const { refused, value, leftBehind } = await withThrowAwayAccount(context, to, send);
  if (!refused) return { failure: value, leftBehind };
  const isTaken = codeOf(refused) === 'email_exists';
  return { failure: isTaken ? await send() : reasonOf(refused), leftBehind };
};

export const testMail: Group = {
  name: 'Test emails',
  checks: [
    check({
      id: 'test-mail.ours',
      ask: ourMail,
      right: (_, { options }) =>
        `An email of this site was sent to ${options.testMailTo}. Check its sender, and that it isn't marked as spam.`,
      when: (code) => code !== '',
      problem: explainFailure,
      site: 'SMTP_URL, MAIL_FROM',
    }),
    check({
      id: 'test-mail.auth',
      ask: mailOfAuth,
      right: (_, { options, environment }) =>
        `An email of Auth was sent to ${options.testMailTo}. Its subject should be "Your one-time code", with a six-digit code and a link to ${environment.siteUrl}/auth/confirm?token_hash=….`,
      when: ({ failure }) => failure !== '',
      problem: ({ failure }) => `Auth could not send an email (${failure}).`,
      why: 'No codes or links arrive, so nobody can confirm an email.',
      fix: "If its limit of emails is reached, try again in an hour or raise it. Otherwise check Auth's log.",
      dashboard: 'Authentication > Emails > SMTP Settings; Authentication > Rate Limits',
      config: 'auth.email.smtp, auth.rate_limit.email_sent',
      selfHosted: 'GOTRUE_SMTP_HOST and the variables beside it, GOTRUE_RATE_LIMIT_EMAIL_SENT',
    }),
    check({
      id: 'probe.removed',
      ask: mailOfAuth,
      when: ({ leftBehind }) => leftBehind !== null,
      problem: ({ leftBehind }) => leftBehind ?? '',
    }),
  ],
};
