import type { CatalogueEntry } from './catalogue-entry.ts';

/** "Confirm it's you". */
export const stepUpErrors = {
  'auth.recent_auth_required': {
    status: 403,
    title: "Confirm it's you first.",
    hint: "Nothing has changed yet. You'll continue from here.",
  },
  'auth.second_factor_required': {
    status: 403,
    title: 'Enter the code from your authenticator first.',
    hint: "Nothing has changed yet. You'll continue from here.",
  },
  'auth.authenticator_code_required': {
    status: 403,
    title: 'This needs a code from your authenticator.',
    hint: "A passkey isn't enough for this change while your account has an authenticator. Nothing has changed yet. You'll continue from here.",
  },
  'step_up.password_wrong': {
    status: 403,
    title: "That isn't your password.",
    hint: 'Check it and try again, or confirm another way.',
  },
  'step_up.authenticator_code_wrong': {
    status: 403,
    title: "That code doesn't match, or it has expired.",
    hint: 'Enter the one that your app shows now.',
  },
  'step_up.wallet_not_proven': {
    status: 409,
    title: "This wallet isn't proven on your account.",
    hint: 'Choose one that is. Nothing was signed.',
  },
  'step_up.method_unknown': {
    status: 403,
    title: "Your account can't be confirmed this way.",
    hint: 'Reload the page to see which methods you can use.',
  },
} as const satisfies Record<string, CatalogueEntry>;
