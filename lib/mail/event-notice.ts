import 'server-only';
import { z } from 'zod';
import { nameChangedMethodWithin } from '../auth/flow/name-changed-method.ts';
import { nameSignInMethod } from '../auth/flow/sign-in-method.ts';
import { environment } from '../env.ts';
import { writeTime } from '../write-time.ts';
import { notMePath } from './not-me-path.ts';
import type { NoticeWriter } from './notice-writer.ts';

const Details = z.object({
  device: z.string().optional(),
  method: z.string().optional(),
  provider: z.string().optional(),
  means: z.string().optional(),
  address: z.string().optional(),
});
type Details = z.infer<typeof Details>;

type Words = {
  subject: string;
  happened: (details: Details) => string;
  /** What to do, where it is more than ending every other session. */
  onward?: () => string[];
};

const lookAtSecurity = () => [
  'If it was you, keep it here. If it was not, remove it here, and if it is a password, change it. Until you do, nobody can',
  'change anything that matters on this site with it:',
  '',
  `${environment().siteUrl}/security`,
];

/** Each says the change and nothing that somebody typed: no name of an authenticator could lead the reader elsewhere. */
const words: Record<string, Words> = {
  signed_in_elsewhere: {
    subject: 'A sign-in from a new device',
    happened: ({ method }) => `somebody signed in to your Countersign account ${nameSignInMethod(method)}`,
  },
  password_changed: {
    subject: 'Your password was changed',
    happened: () => 'the password of your Countersign account was changed',
  },
  email_changed: {
    subject: 'Your email was changed',
    happened: () => 'the email that your Countersign account signs in with was changed',
  },
  factor_added: {
    subject: 'An authenticator was added',
    happened: () => 'an authenticator was added to your Countersign account',
  },
  factor_removed: {
    subject: 'An authenticator was removed',
    happened: () => 'an authenticator was removed from your Countersign account',
  },
  recovery_codes_made: {
    subject: 'You have new recovery codes',
    happened: () =>
      'new recovery codes were made for your Countersign account. The earlier ones no longer work',
  },
  recovery_code_used: {
    subject: 'A recovery code was used',
    happened: () => 'somebody signed in to your Countersign account with a recovery code',
  },
  identity_added: {
    subject: 'A way to sign in was added',
    happened: ({ provider }) => `signing in with ${provider ?? ''} was added to your Countersign account`,
  },
  identity_joined: {
    subject: 'A way to sign in joined your account',
    happened: ({ provider }) =>
      `somebody signed in with ${provider ?? ''}, with an account there that has your email, and it opens your Countersign account from now on`,
  },
  identity_removed: {
    subject: 'A way to sign in was removed',
    happened: ({ provider }) => `signing in with ${provider ?? ''} was removed from your Countersign account`,
  },
  method_found: {
    subject: 'A way to sign in was set up outside this site',
    happened: ({ means }) =>
      `we noticed something new on your Countersign account that was not set up on this site: ${nameChangedMethodWithin(means)}`,
    onward: lookAtSecurity,
  },
  method_lost: {
    subject: 'A way to sign in was removed outside this site',
    happened: ({ means }) =>
      `we noticed that this is gone from your Countersign account, and was not removed on this site: ${nameChangedMethodWithin(means)}`,
  },
  wallet_proven: {
    subject: 'A wallet was proven',
    happened: ({ address }) => `the wallet ${address ?? ''} was proven on your Countersign account`,
  },
  wallet_moved_here: {
    subject: 'A wallet was moved to your account',
    happened: ({ address }) => `the wallet ${address ?? ''} was moved to your Countersign account`,
  },
  wallet_removed: {
    subject: 'A wallet was removed',
    happened: ({ address }) =>
      `the wallet ${address ?? ''} was removed from your Countersign account, and the other sessions that it signed in have ended`,
  },
  wallet_published: {
    subject: 'A proof was made public',
    happened: ({ address }) => `the proof of the wallet ${address ?? ''} was made public`,
  },
};

const leaveNobodyIn = () => [
  "If that was you, there is nothing to do. If it wasn't, open this page. Once you have confirmed that it is you,",
  'it ends every other session of your account:',
  '',
  environment().siteUrl + notMePath,
];

/** A notice of every kind above, in plain text, which is as readable in dark mode. */
export const eventNoticeWriters: Record<string, NoticeWriter> = Object.fromEntries(
  Object.entries(words).map(([kind, { subject, happened, onward = leaveNobodyIn }]) => [
    kind,
    (details, happenedAt) => {
      const given = Details.parse(details);
      const from = given.device ? `, from ${given.device}` : '';
      return {
        subject,
        text: [`On ${writeTime(happenedAt)}${from}, ${happened(given)}.`, '', ...onward()].join('\n'),
      };
    },
  ]),
);
