import 'server-only';
import { z } from 'zod';
import { environment } from '../env.ts';
import { formatTime } from '../format-time.ts';
import { nameChangedMethodWithin, nameSignInMethod } from '../session/sign-in-method.ts';
import {
  account,
  adviseOtherMethod,
  adviseSecurityPage,
  adviseToCheckApps,
  adviseToEndSessions,
  adviseToRemovePasskey,
  adviseToSignInAgain,
  EventDetails,
  type EventWords,
  endSessionsLink,
  nameApp,
  teamWords,
  whyNotices,
  whyOfApps,
  withoutLink,
} from './event-words.ts';
import type { NoticeWriter } from './mail-layout.ts';

/** Sentences contain no text that a user typed, except an app's name, which `client-name.ts` restricts. */
const words: Record<string, EventWords> = {
  signed_in_elsewhere: {
    subject: 'A sign-in from a new device',
    happened: ({ method }) => `someone signed in to ${account()} ${nameSignInMethod(method)}`,
  },
  password_changed: {
    subject: 'Your password was changed',
    happened: () => `the password of ${account()} was changed`,
  },
  email_changed: {
    subject: 'Your email was changed',
    happened: () => `the email of ${account()} was changed`,
    advice: ({ isFormer }) => (isFormer ? adviseOtherMethod() : adviseToEndSessions()),
  },
  factor_added: {
    subject: 'An authenticator was added',
    happened: () =>
      `an authenticator was added to ${account()}. Signing in without a passkey now asks for its code, or for one of the account's recovery codes`,
  },
  factor_removed: {
    subject: 'An authenticator was removed',
    happened: () => `an authenticator was removed from ${account()}`,
  },
  passkey_added: {
    subject: 'A passkey was added',
    // The passkey provider's name with a number: the user hasn't renamed it yet.
    happened: ({ name }) =>
      `a passkey was added to ${account()}${name ? ` under the name “${withoutLink(name)}”` : ''}. It can now be used to sign in`,
    advice: adviseToRemovePasskey,
  },
  passkey_removed: {
    subject: 'A passkey was removed',
    happened: () => `a passkey was removed from ${account()}. Other sessions it started have ended`,
  },
  recovery_codes_made: {
    subject: 'You have new recovery codes',
    happened: ({ replaced }) =>
      `new recovery codes were made for ${account()}${replaced ? '. The earlier ones no longer work' : ''}`,
  },
  recovery_code_used: {
    subject: 'A recovery code was used',
    happened: () => `someone signed in to ${account()} with a recovery code`,
  },
  identity_added: {
    subject: 'A sign-in method was added',
    happened: ({ provider }) => `signing in with ${provider ?? ''} was added to ${account()}`,
  },
  identity_joined: {
    subject: 'A sign-in method joined your account',
    happened: ({ provider }) =>
      `someone signed in with ${provider ?? ''}, using an account there that has your email. It can now be used to sign in to ${account()}`,
  },
  identity_removed: {
    subject: 'A sign-in method was removed',
    happened: ({ provider }) => `signing in with ${provider ?? ''} was removed from ${account()}`,
  },
  method_found: {
    subject: 'A sign-in method was set up outside this site',
    happened: ({ means }) =>
      `we noticed something new on ${account()} that wasn't set up on this site: ${nameChangedMethodWithin(means)}`,
    advice: adviseSecurityPage,
  },
  method_lost: {
    subject: 'A sign-in method was removed outside this site',
    happened: ({ means }) =>
      `we noticed that something was removed from ${account()}, but not on this site: ${nameChangedMethodWithin(means)}`,
  },
  ...teamWords,
  app_allowed: {
    subject: 'An app can see part of your account',
    happened: (details) => `${nameApp(details)} can see part of ${account()}`,
    advice: adviseToCheckApps,
    why: whyOfApps,
  },
  app_token_reused: {
    subject: 'An app was signed out',
    happened: (details) =>
      `${nameApp(details)} was signed out of ${account()}, because a token it had already exchanged was used again. Someone may have copied it`,
    advice: adviseToSignInAgain,
    why: whyOfApps,
  },
  app_registered: {
    subject: 'An app was registered',
    happened: (details) => `${nameApp(details)} was registered by ${account()}`,
  },
  app_secret_rotated: {
    subject: 'An app has a new secret',
    happened: (details) => `${nameApp(details)}, which ${account()} registered, got a new secret`,
  },
  wallet_proven: {
    subject: 'A wallet was proven',
    happened: ({ address }) => `the wallet ${address ?? ''} was proven on ${account()}`,
  },
  wallet_moved_here: {
    subject: 'A wallet was moved to your account',
    happened: ({ address }) => `the wallet ${address ?? ''} was moved to ${account()}`,
  },
  wallet_removed: {
    subject: 'A wallet was removed',
    happened: ({ address }) =>
      `the wallet ${address ?? ''} was removed from ${account()}, and the other sessions it signed in have ended`,
  },
  wallet_published: {
    subject: 'A proof was made public',
    happened: ({ address }) => `the proof of the wallet ${address ?? ''} was made public`,
  },
  wallet_listed: {
    subject: 'A wallet was added to your page',
    happened: ({ address }) =>
      `the wallet ${address ?? ''} was added to the page of ${account()}. Anyone with the page's link sees its wallets together`,
  },
  page_github_shown: {
    subject: 'Your page shows your GitHub account',
    happened: () => `the page of ${account()} now shows the GitHub account that signs in to it`,
  },
};

const eventNoticeWriters: Record<string, NoticeWriter> = Object.fromEntries(
  Object.entries(words).map(
    ([kind, { subject, preview, happened, advice = adviseToEndSessions, why = whyNotices }]) => [
      kind,
      (details, happenedAt) => {
        const given = EventDetails.parse(details);
        const from = given.device ? `, from ${given.device}` : '';
        return {
          subject,
          preview: preview ?? "If this wasn't you, secure your account.",
          parts: [`On ${formatTime(happenedAt)}${from}, ${happened(given)}.`, ...advice(given)],
          why: why(),
        };
      },
    ],
  ),
);

const DeletedDetails = z.object({ reason: z.string().optional() });

const writeDeletedNotice: NoticeWriter = (details, happenedAt) => {
  const { branding, siteUrl } = environment();
  // Set if the team deleted the account.
  const { reason } = DeletedDetails.parse(details);
  return {
    subject: 'Your account was deleted',
    preview: 'This is the last email about it.',
    parts: [
      `Your ${branding.siteName} account was deleted on ${formatTime(happenedAt)}${reason === undefined ? '' : `, by the team of ${branding.siteName}. The reason they gave: “${withoutLink(reason)}”`}.`,
      'We deleted its wallets, proofs, activity, sessions and email. Your wallets keep what they hold. We keep only the IDs of public proofs, so that their pages can say they were deleted.',
      reason === undefined
        ? "This can't be undone, and this is the last email about it. If this wasn't you, someone had access to your account: change your mailbox's password, and the password everywhere you used the same one."
        : "This can't be undone, and this is the last email about it.",
      'You can create a new account at any time.',
      { link: `${siteUrl}/sign-up`, label: 'Create an account' },
    ],
    why: `You're receiving this because this was the account's email.`,
  };
};

const Details = z.object({ address: z.string() });

/** Tells an account that one of its wallets was moved. Names the wallet, never the other account. */
const writeMovedNotice: NoticeWriter = (details, happenedAt) => {
  const { address } = Details.parse(details);
  const { siteName } = environment().branding;
  return {
    subject: 'A wallet was moved to another account',
    preview: "If this wasn't you, someone else can use this wallet.",
    parts: [
      `On ${formatTime(happenedAt)}, the wallet ${address} was proven on another ${siteName} account, by someone who can sign with it. It's no longer on your account, and your proof of it has ended.`,
      "If this was you, there's nothing to do.",
      "Wasn't you? Someone else can use this wallet: move what it holds to a new one. They may be signed in to your account too. Confirm it's you on this page, and we'll sign out every other session.",
      endSessionsLink(),
    ],
    why: whyNotices(),
  };
};

export const noticeWriters: Record<string, NoticeWriter> = {
  account_deleted: writeDeletedNotice,
  ...eventNoticeWriters,
  wallet_moved_away: writeMovedNotice,
};
