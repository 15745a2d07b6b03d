import { randomBytes } from 'node:crypto';
import { codeOf } from '../ask.ts';
import type { Context } from '../context.ts';
import { type Finding, ok, unknown, warning } from '../finding.ts';
import { settings } from '../settings.ts';

/** Whether Auth's rules for passwords are this site's: 8 characters, of whatever kind. */
export async function checkPasswords(context: Context, userId: string): Promise<Finding[]> {
  // Every kind of character, so that only the length is wrong.
  const short = await setPassword(context, userId, `Aa1!${randomBytes(8).toString('hex').slice(0, 3)}`);
  if (short === 'refused for its length') {
    const plain = randomBytes(8).toString('hex').replace(/\d/g, 'q').slice(0, 8);
    const shortest = await setPassword(context, userId, plain);
    if (shortest === 'taken')
      return [ok('probe.password', 'Passwords have 8 characters or more, of whatever kind.')];
    if (shortest === 'refused for its length')
      return [
        warning('probe.password', 'The project asks for passwords of more than 8 characters.', {
          why: 'This site says 8: somebody who chooses so few is refused only then.',
          setting: settings.passwordLength,
        }),
      ];
    if (shortest === 'refused for its kind')
      return [
        warning('probe.password', 'The project asks for certain kinds of characters in a password.', {
          why: 'This site does not say so: somebody whose password lacks one is refused only then.',
          setting: settings.passwordRules,
        }),
      ];
  }
  if (short === 'taken')
    return [
      warning('probe.password', 'The project takes passwords of fewer than 8 characters.', {
        why: 'Not from this site: but one that was set at Auth itself signs in here too.',
        setting: settings.passwordLength,
      }),
    ];
  return [
    unknown('probe.password', 'Auth would not say what it thinks of a short password.', {
      fix: 'Look at the setting.',
      setting: settings.passwordLength,
    }),
  ];
}

type Outcome = 'taken' | 'refused for its length' | 'refused for its kind' | 'failed';

async function setPassword(context: Context, userId: string, password: string): Promise<Outcome> {
  const answer = await context.askAuthAsServer(`/admin/users/${userId}`, {
    method: 'PUT',
    body: { password },
  });
  if (answer.status === 200) return 'taken';
  if (codeOf(answer) !== 'weak_password') return 'failed';
  const { weak_password } = answer.body as { weak_password?: { reasons?: unknown } };
  const reasons = Array.isArray(weak_password?.reasons) ? weak_password.reasons : ['length'];
  return reasons.includes('length') ? 'refused for its length' : 'refused for its kind';
}
