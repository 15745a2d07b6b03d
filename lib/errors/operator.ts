import type { CatalogueEntry } from './catalogue-entry.ts';

/** What the team's commands for accounts and apps are refused with. */
export const operatorErrors = {
  'operator.account_unknown': {
    status: 404,
    title: 'There is no such account.',
    hint: 'Nothing was changed. Look for it with find.',
  },
  'operator.account_going': {
    status: 409,
    title: 'This account was closed and is being deleted.',
    hint: 'Nothing was changed. Close it again if it stays.',
  },
  'operator.reason_invalid': {
    status: 400,
    title: "This reason can't be shown to the person.",
    hint: 'Nothing was changed. Say it in 1 to 200 characters on one line.',
  },
  'operator.secret_just_made': {
    status: 409,
    title: 'This app has a new secret already, and the one before still works.',
    hint: 'Nothing was changed: one more would end that one at once. Ask your team who made it. If nobody kept it, say --replace and when it was made, as list has it: the one before goes on working. To end both of them now, say --keep 0.',
  },
  'operator.secret_changed': {
    status: 409,
    title: 'The newest secret of this app was made at another time.',
    hint: 'Nothing was changed. Look with list when it was made, ask your team who made it, and try again.',
  },
  'operator.no_second_factor': {
    status: 409,
    title: 'This account has no second factor.',
    hint: 'Nothing was changed.',
  },
} as const satisfies Record<string, CatalogueEntry>;
