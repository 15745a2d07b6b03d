import type { Check } from '../context.ts';
import { unknown } from '../finding.ts';
import { settings } from '../settings.ts';

const compare = 'npx supabase@3.1.0 config diff --exit-code compares it with supabase/config.toml';

/** What Auth tells nobody. */
export const unseen: Check = {
  name: 'Settings that Auth tells nobody',
  run(_project, { environment, options }) {
    if (environment.embedded) return [];
    return [
      unknown('unseen.mails', "The words and links of Auth's mails.", {
        why: 'They have to carry the code and a link to this site.',
        fix: options.testMailTo
          ? 'Look at the mail that has just been sent.'
          : `--send-test-mail <your address> sends one to look at. config diff compares their subjects only.`,
        setting: settings.mails,
      }),
      unknown('unseen.smtp', 'The mail server that Auth sends with.', {
        why: "Supabase's default one writes to your team only, and click tracking sends every link through another company.",
        fix: 'Look at what arrives, or at the setting.',
        setting: settings.smtp,
      }),
      unknown('unseen.mail-limit', 'How many mails Auth sends in an hour.', {
        why: "Supabase's limit is 30 with a mail server of yours, for everybody together. Beyond it codes stop, and sign-in does not say so.",
        fix: 'Look at the setting: neither config push nor config diff touches it.',
        setting: settings.mailLimit,
      }),
      unknown('unseen.code-expiry', 'For how long a mailed code is good: the mails say an hour.', {
        fix: `${compare}.`,
        setting: settings.codeExpiry,
      }),
      unknown('unseen.email-change', 'Whether both addresses confirm a change of email.', {
        fix: `${compare}.`,
        setting: settings.secureEmailChange,
      }),
      unknown(
        'unseen.password-change',
        'Whether an old session needs a mailed code to change the password.',
        {
          fix: `${compare}.`,
          setting: settings.securePasswordChange,
        },
      ),
    ];
  },
};
