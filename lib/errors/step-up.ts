import { withStatus } from './catalogue-entry.ts';

export const stepUpErrors = {
  ...withStatus(403, {
    'auth.recent_auth_required': [
      "Confirm it's you first.",
      "Nothing has changed yet. You'll continue from here.",
    ],
    'auth.second_factor_required': [
      'Enter the code from your authenticator first.',
      "Nothing has changed yet. You'll continue from here.",
    ],
    'auth.authenticator_code_required': [
      'This needs a code from your authenticator.',
      "A passkey or a recovery code isn't enough for this change while your account has an authenticator. Nothing has changed yet. You'll continue from here.",
    ],
    'step_up.password_wrong': [
      "That isn't your password.",
      'Check it and try again, or confirm another way.',
    ],
    'step_up.authenticator_code_wrong': [
      "That code doesn't match, or it has expired.",
      'Enter the one that your app shows now.',
    ],
    'step_up.method_unknown': [
      "Your account can't be confirmed this way.",
      'Reload the page to see which methods you can use.',
    ],
  }),
  ...withStatus(409, {
    'step_up.wallet_not_proven': [
      "This wallet isn't proven on your account.",
      'Choose one that is. Nothing was signed.',
    ],
  }),
};
