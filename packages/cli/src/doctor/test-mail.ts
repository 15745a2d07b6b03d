import { layOutMail } from '../../../../lib/mail/mail-layout.ts';
import type { Project } from '../project/choose-project.ts';
import { codeOf } from './ask.ts';
import { explainCode, openMailServer } from './checks/mail.ts';
import type { Check, Context } from './context.ts';
import { type Finding, ok, problem } from './finding.ts';
import { onSite, settings } from './settings.ts';
import { withThrowAwayAccount } from './throw-away-account.ts';

/** Sends one mail of this site and one of Auth to the address that was said. Nothing but a person can judge them. */
export const testMail: Check = {
  name: 'Test mails',
  async run(project, context) {
    const to = context.options.testMailTo;
    if (!to) return [];
    return [...(await sendOurs(context, to)), await sendAuths(project, context, to)];
  },
};

async function sendOurs(context: Context, to: string): Promise<Finding[]> {
  const { smtpUrl, mailFrom, branding, siteUrl } = context.environment;
  if (!smtpUrl) return [];
  const server = await openMailServer(smtpUrl);
  try {
    await server.sendMail({
      from: mailFrom,
      to,
      ...layOutMail(content(branding.siteName), { branding, siteUrl }),
    });
    return [
      ok(
        'test-mail.ours',
        `A mail of this site is on its way to ${to}: look who it is from, and whether it was taken for spam.`,
      ),
    ];
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
    return [
      problem(
        'test-mail.ours',
        code === 'EENVELOPE'
          ? `The mail server refuses ${mailFrom} as sender, or ${to}.`
          : explainCode(new URL(smtpUrl).host, code),
        { setting: onSite('SMTP_URL, MAIL_FROM') },
      ),
    ];
  } finally {
    server.close();
  }
}

const content = (siteName: string) => ({
  subject: `A test mail of ${siteName}`,
  preview: 'If you can read this, notices arrive.',
  parts: [{ say: `If you can read this, ${siteName} can send its notices to you.` }],
  why: `You get this because somebody who runs ${siteName} asked for a test mail.`,
});

/** The mail with a code. Where nobody has the address an account has it meanwhile, so that the code is good for nothing. */
async function sendAuths(project: Project, context: Context, to: string): Promise<Finding> {
  const made = await withThrowAwayAccount(project, context, to, async () => [await askForCode(context, to)]);
  if (!('refused' in made)) return made.findings.at(-1) ?? failed('nothing');
  if (codeOf(made.refused) === 'email_exists') return askForCode(context, to);
  return failed(codeOf(made.refused) || `status ${made.refused.status}`);
}

async function askForCode(context: Context, to: string): Promise<Finding> {
  const { siteUrl } = context.environment;
  const path = `/otp?redirect_to=${encodeURIComponent(`${siteUrl}/wallets`)}`;
  const answer = await context.askAuthAsServer(path, { body: { email: to, create_user: false } });
  if (answer.status !== 200) return failed(codeOf(answer) || `status ${answer.status}`);
  return ok(
    'test-mail.auth',
    `A mail of Auth is on its way to ${to}. It should be called "Your one-time code", have six digits, and a link that begins with ${siteUrl}/auth/confirm?token_hash= once you point at it.`,
  );
}

function failed(reason: string): Finding {
  return problem('test-mail.auth', `Auth could not send a mail (${reason}).`, {
    why: 'Nobody can confirm an address, and no code or link arrives.',
    fix: reason.includes('rate_limit')
      ? 'Too many mails were sent: ask again in an hour, or raise the limit.'
      : 'Look at the log of Auth.',
    setting: reason.includes('rate_limit') ? settings.mailLimit : settings.smtp,
  });
}
