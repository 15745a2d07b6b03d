import type { Branding } from '../branding.ts';
import { layOutMail, type MailContent, type MailPart } from './mail-layout.ts';

const usedOnce = 'It works once, for one hour. Nobody who works here will ever ask you for it.';
const code: MailPart = { code: '{{ .Token }}' };
const nothingHappens: MailPart = {
  aside: "If this wasn't you, ignore this mail: nothing happens without the code or the link.",
};

/** Auth escapes what stands after a `=` of an address for the address, but only where a browser opens it. */
function openHere(label: string, type: string, next: string): MailPart {
  const site = '{{ .SiteURL }}/auth/confirm?token_hash={{ .TokenHash }}';
  return {
    label,
    link: `${site}&type=${type}&next=${next}`,
    shown: `${site}&type=${type}&next=${next.replace(' }}', ' | urlquery }}')}`,
  };
}

/** What Auth's mails say, by the name that Auth gives each. The values in braces are filled in by Auth. */
function authMails({ siteName }: Branding): Record<string, MailContent> {
  return {
    confirmation: {
      subject: 'Confirm your email',
      preview: `It finishes making your ${siteName} account. The code and the link work once, for one hour.`,
      parts: [
        {
          say: `Somebody, most likely you, created a ${siteName} account with this address. Enter this code to confirm that the address is yours. ${usedOnce}`,
        },
        code,
        {
          say: "Or open this link in the browser where you signed up. In another one you'll choose your password again. It works once, for one hour.",
        },
        openHere('Confirm email', 'email', '{{ .RedirectTo }}'),
        nothingHappens,
      ],
      why: `You get this because somebody entered this address at ${siteName}.`,
    },
    recovery: {
      subject: 'Reset your password',
      preview: `It leads to choosing a new password at ${siteName}. The code and the link work once, for one hour.`,
      parts: [
        {
          say: `Somebody, most likely you, has lost the password of this ${siteName} account. Enter this code to choose a new one. ${usedOnce}`,
        },
        code,
        { say: 'Or open this link, on any device. It works once, for one hour.' },
        openHere('Choose a new password', 'recovery', '/reset-password/new'),
        {
          aside:
            "If this wasn't you, ignore this mail: your password stays as it is without the code or the link.",
        },
      ],
      why: `You get this because somebody asked for a new password at ${siteName}, for the account with this address.`,
    },
    magic_link: {
      subject: 'Your one-time code',
      preview: `It is for signing in to ${siteName}, or for confirming that it is you. It works once, for one hour.`,
      parts: [
        {
          say: `Somebody, most likely you, is signing in to ${siteName} with this address, or is asked there to confirm who they are. Enter this code to go on. ${usedOnce}`,
        },
        code,
        { say: 'Or open this link to sign in, on any device. It works once, for one hour.' },
        openHere('Sign in', 'magiclink', '{{ .RedirectTo }}'),
        nothingHappens,
      ],
      why: `You get this because somebody asked for a code at ${siteName}, for the account with this address.`,
    },
    email_change: askForEmailChange(siteName, {
      newEmail: '{{ .NewEmail }}',
      code: '{{ .Token }}',
      link: openHere('Confirm the change', 'email_change', '/account'),
    }),
    reauthentication: {
      subject: "Confirm it's you",
      preview: `Something is about to change on your ${siteName} account. The code works once, for one hour.`,
      parts: [
        {
          say: `Somebody, most likely you, is changing something on your ${siteName} account. Enter this code to go on. ${usedOnce}`,
        },
        code,
        { aside: "If this wasn't you, somebody is signed in to your account: change your password." },
      ],
      why: `You get this because somebody signed in to your account at ${siteName} asked for a code.`,
    },
  };
}

type EmailChange = { newEmail: string; code: string; link: MailPart };

/** What either address of a change is asked, by Auth or in its place by us. */
export function askForEmailChange(siteName: string, { newEmail, code, link }: EmailChange): MailContent {
  return {
    subject: 'Confirm your new email',
    preview: `The email of your ${siteName} account is about to change. The code and the link work once, for one hour.`,
    parts: [
      {
        say: `The email address of your ${siteName} account changes to ${newEmail}. If it has an address now, both have to confirm.`,
      },
      { say: `Enter this code to confirm from this address. ${usedOnce}` },
      { code },
      { say: 'Or open this link, on any device. It works once, for one hour.' },
      link,
      { aside: "If this wasn't you, don't confirm it, and change your password." },
    ],
    why: `You get this because somebody signed in to ${siteName} asked for this change.`,
  };
}

/** What `supabase/templates` holds for a site: by file name, each as Auth takes it. HTML alone, since Auth sends no text. */
export function writeAuthTemplates(branding: Branding): Record<string, { subject: string; html: string }> {
  return Object.fromEntries(
    Object.entries(authMails(branding)).map(([name, content]) => {
      const { subject, html } = layOutMail(content, { branding, siteUrl: '{{ .SiteURL }}' });
      return [`${name}.html`, { subject, html }];
    }),
  );
}
