import type { Branding } from '../branding.ts';
import { mailedCodeLifetime } from '../lifetimes.ts';
import { layOutMail, type MailContent, type MailPart } from './mail-layout.ts';

const workOnce = `The code and the link work once and expire in ${mailedCodeLifetime.inWords}.`;
const codeWorksOnce = `The code works once and expires in ${mailedCodeLifetime.inWords}.`;
const neverAsked = "We'll never ask you for the code.";
const code: MailPart = { code: '{{ .Token }}' };
const nothingHappens: MailPart = {
  aside: "If this wasn't you, ignore this email. Nothing happens without the code or the link.",
};

/** Auth escapes values after a `=` for use in a URL. */
function openHere(label: string, type: string, next: string): MailPart {
  const link = `{{ .SiteURL }}/auth/confirm?token_hash={{ .TokenHash }}&type=${type}&next=${next}`;
  return { label, link, isShort: true };
}

/** Auth's emails, by Auth's names. Auth fills in the values in braces. */
function authMails({ siteName }: Branding): Record<string, MailContent> {
  return {
    confirmation: {
      subject: 'Confirm your email',
      preview: `Confirm your email to create your ${siteName} account. ${workOnce}`,
      parts: [
        code,
        `Enter this code to create your ${siteName} account. ${workOnce} ${neverAsked}`,
        'Or open this link, on any device.',
        openHere('Confirm email', 'email', '{{ .RedirectTo }}'),
        nothingHappens,
      ],
      why: `You're receiving this because someone entered this address at ${siteName}.`,
    },
    recovery: {
      subject: 'Reset your password',
      preview: `Choose a new password for ${siteName}. ${workOnce}`,
      parts: [
        code,
        `Enter this code to choose a new password for your ${siteName} account. ${workOnce} ${neverAsked}`,
        'Or open this link, on any device.',
        openHere('Choose a new password', 'recovery', '/reset-password/new'),
        {
          aside:
            "If this wasn't you, ignore this email. Your password doesn't change without the code or the link.",
        },
      ],
      why: `You're receiving this because someone asked ${siteName} to reset the password of the account with this address.`,
    },
    magic_link: {
      subject: 'Your one-time code',
      preview: `Use it to sign in to ${siteName}, or to confirm it's you. ${codeWorksOnce}`,
      parts: [
        code,
        `Enter this code to sign in to ${siteName}, or to confirm it's you. ${workOnce} ${neverAsked}`,
        'Or open this link to sign in, on any device.',
        openHere('Sign in', 'magiclink', '{{ .RedirectTo }}'),
        nothingHappens,
      ],
      why: `You're receiving this because someone asked ${siteName} for a code for the account with this address.`,
    },
    email_change: askForEmailChange(siteName, {
      newEmail: '{{ .NewEmail }}',
      code: '{{ .Token }}',
      link: openHere('Confirm the change', 'email_change', '/account'),
    }),
    reauthentication: {
      subject: "Confirm it's you",
      preview: `Something is about to change on your ${siteName} account. ${codeWorksOnce}`,
      parts: [
        code,
        `Enter this code to continue with a change to your ${siteName} account. ${codeWorksOnce} ${neverAsked}`,
        { aside: "If this wasn't you, someone else is signed in to your account: change your password." },
      ],
      why: `You're receiving this because someone signed in to your ${siteName} account asked for a code.`,
    },
  };
}

type EmailChange = { newEmail: string; code: string; link: MailPart };

/** The email to either address of a change, sent by Auth or by this site. */
export function askForEmailChange(siteName: string, { newEmail, code, link }: EmailChange): MailContent {
  return {
    subject: 'Confirm your new email',
    preview: `The email of your ${siteName} account is about to change. ${workOnce}`,
    parts: [
      { code },
      `Enter this code to change the email of your ${siteName} account to ${newEmail}. ${workOnce} ${neverAsked} If the account has an email now, both addresses have to confirm.`,
      'Or open this link, on any device.',
      link,
      { aside: "If this wasn't you, don't confirm it, and change your password." },
    ],
    why: `You're receiving this because someone signed in to ${siteName} asked for this change.`,
  };
}

/** The files of `supabase/templates`, by name. HTML only, since Auth sends no text. */
export function writeAuthTemplates(branding: Branding): Record<string, { subject: string; html: string }> {
  return Object.fromEntries(
    Object.entries(authMails(branding)).map(([name, content]) => {
      const { subject, html } = layOutMail(content, { branding, siteUrl: '{{ .SiteURL }}' });
      return [`${name}.html`, { subject, html }];
    }),
  );
}
