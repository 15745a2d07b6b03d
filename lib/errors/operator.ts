import { withStatus } from './catalogue-entry.ts';

export const operatorErrors = {
  ...withStatus(400, {
    'operator.reason_invalid': [
      "This reason can't be shown to the person.",
      'Nothing was changed. Use 1 to 200 characters on one line.',
    ],
  }),
  ...withStatus(404, {
    'operator.account_unknown': ['There is no such account.', 'Nothing was changed. Look it up with `find`.'],
  }),
  ...withStatus(409, {
    'operator.account_going': [
      'This account was closed and is being deleted.',
      'Nothing was changed. Close it again if it stays.',
    ],
    'operator.secret_just_made': [
      'This app already has a new secret, and the previous one still works.',
      'Nothing was changed: another one would end the previous secret at once. Ask your team who made the new one. If nobody kept it, pass --replace with the time shown by `list`; the previous secret keeps working. To end both now, pass --keep 0.',
    ],
    'operator.secret_changed': [
      'The newest secret of this app was made at another time.',
      'Nothing was changed. Look up the time with `list`, ask your team who made it, and try again.',
    ],
    'operator.no_second_factor': ['This account has no second factor.', 'Nothing was changed.'],
  }),
};
