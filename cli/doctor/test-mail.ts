import { layOutMail } from '../../lib/mail/mail-layout.ts';
import type { Project } from '../project/choose-project.ts';
import { codeOf } from './ask.ts';
import { explainCode, openMailServer } from './checks/mail.ts';
import type { Check, Context } from './context.ts';
import { type Finding, ok, problem } from './finding.ts';
import { onSite, settings } from './settings.ts';
import { withThrowAwayAccount } from './throw-away-account.ts';

/** Sends one mail of this site and one of Auth, for a person to check. */
export const testMail: Check = {
  name: 'Test emails',
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
        `An email of this site was sent to ${to}. Check its sender, and that it isn't marked as spam.`,
      ),
    ];
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
    return [
      problem(
        'test-mail.ours',
        code === 'EENVELOPE'
          ? `The mail server refuses the sender ${mailFrom} or the recipient ${to}.`
          : explainCode(new URL(smtpUrl).host, code),
        { setting: onSite('SMTP_URL, MAIL_FROM') },
      ),
    ];
  } finally {
    server.close();
  }
}

const content = (siteName: string) => ({
  subject: `Test email from ${siteName}`,
  preview: 'Notices arrive.',
  parts: [{ say: `If you can read this, ${siteName} can send notices by email.` }],
  why: `An operator of ${siteName} sent you this test email.`,
});

/** The mail with a code. If nobody has the address, a temporary account has it meanwhile, so the code can't be used. */
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
    `An email of Auth was sent to ${to}. Its subject should be "Your one-time code", with a six-digit code and a link to ${siteUrl}/auth/confirm?token_hash=….`,
  );
}

function failed(reason: string): Finding {
  return problem('test-mail.auth', `Auth could not send an email (${reason}).`, {
    why: 'No codes or links arrive, so nobody can confirm an email.',
    fix: reason.includes('rate_limit')
      ? 'The email limit is reached: try again in an hour, or raise it.'
      : "Check Auth's log.",
    setting: reason.includes('rate_limit') ? settings.mailLimit : settings.smtp,
  });
}
