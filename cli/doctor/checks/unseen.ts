import type { Check } from '../context.ts';
import { unknown } from '../finding.ts';
import { settings } from '../settings.ts';

const compare = 'npx supabase@3.1.0 config diff --exit-code compares it with supabase/config.toml';

/** Settings that Auth doesn't reveal. */
export const unseen: Check = {
  name: 'Settings that Auth does not reveal',
  run(_project, { environment, options }) {
    if (environment.embedded) return [];
    return [
      unknown('unseen.mails', "The text and links of Auth's emails.", {
        why: 'They must contain the code and a link to this site.',
        fix: options.testMailTo
          ? 'Check the email that was just sent.'
          : `--send-test-mail <your address> sends one. config diff compares only subjects.`,
        setting: settings.mails,
      }),
      unknown('unseen.smtp', "Auth's mail server.", {
        why: "Supabase's default server delivers only to your team, and click tracking routes every link through another company.",
        fix: 'Check a received email, or the setting.',
        setting: settings.smtp,
      }),
      unknown('unseen.mail-limit', "Auth's limit of emails per hour.", {
        why: "Supabase's default is 30 for the whole site. Beyond it, codes stop without a message on the page.",
        fix: 'Check the setting: config push and config diff ignore it.',
        setting: settings.mailLimit,
      }),
      unknown('unseen.code-expiry', 'The lifetime of mailed codes: the emails say an hour.', {
        fix: `${compare}.`,
        setting: settings.codeExpiry,
      }),
      unknown('unseen.email-change', 'Whether both addresses confirm an email change.', {
        fix: `${compare}.`,
        setting: settings.secureEmailChange,
      }),
      unknown('unseen.password-change', 'Whether old sessions need a mailed code to change the password.', {
        fix: `${compare}.`,
        setting: settings.securePasswordChange,
      }),
    ];
  },
};
