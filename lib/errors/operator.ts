import type { CatalogueEntry } from './catalogue-entry.ts';

/** What the team's commands for accounts and apps are refused with. */
export const operatorErrors = {
  'operator.account_unknown': {
    status: 404,
    title: 'There is no such account.',
    hint: 'Nothing was changed. Look it up with `find`.',
  },
  'operator.account_going': {
    status: 409,
    title: 'This account was closed and is being deleted.',
    hint: 'Nothing was changed. Close it again if it stays.',
  },
  'operator.reason_invalid': {
    status: 400,
    title: "This reason can't be shown to the person.",
    hint: 'Nothing was changed. Use 1 to 200 characters on one line.',
  },
  'operator.secret_just_made': {
    status: 409,
    title: 'This app already has a new secret, and the previous one still works.',
    hint: 'Nothing was changed: another one would end the previous secret at once. Ask your team who made the new one. If nobody kept it, pass --replace with the time shown by `list`; the previous secret keeps working. To end both now, pass --keep 0.',
  },
  'operator.secret_changed': {
    status: 409,
    title: 'The newest secret of this app was made at another time.',
    hint: 'Nothing was changed. Look up the time with `list`, ask your team who made it, and try again.',
  },
  'operator.no_second_factor': {
    status: 409,
    title: 'This account has no second factor.',
    hint: 'Nothing was changed.',
  },
} as const satisfies Record<string, CatalogueEntry>;
