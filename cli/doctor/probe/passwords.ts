import { randomBytes } from 'node:crypto';
import { codeOf } from '../ask.ts';
import type { Context } from '../context.ts';
import { type Finding, ok, unknown, warning } from '../finding.ts';
import { settings } from '../settings.ts';

/** Whether Auth's password rules match this site's: 8 characters of any kind. */
export async function checkPasswords(context: Context, userId: string): Promise<Finding[]> {
  // Every kind of character, so that only the length is wrong.
  const short = await setPassword(context, userId, `Aa1!${randomBytes(8).toString('hex').slice(0, 3)}`);
  if (short === 'refused for its length') {
    const plain = randomBytes(8).toString('hex').replace(/\d/g, 'q').slice(0, 8);
    const shortest = await setPassword(context, userId, plain);
    if (shortest === 'taken') return [ok('probe.password', 'Passwords need 8 characters of any kind.')];
    if (shortest === 'refused for its length')
      return [
        warning('probe.password', 'The project requires passwords of more than 8 characters.', {
          why: 'This site says 8, so a shorter password fails only when it is submitted.',
          setting: settings.passwordLength,
        }),
      ];
    if (shortest === 'refused for its kind')
      return [
        warning('probe.password', 'The project requires certain kinds of characters in passwords.', {
          why: 'This site does not mention it, so a password without them fails only when it is submitted.',
          setting: settings.passwordRules,
        }),
      ];
  }
  if (short === 'taken')
    return [
      warning('probe.password', 'The project accepts passwords of fewer than 8 characters.', {
        why: 'This site requires 8, but a shorter password set directly at Auth works here too.',
        setting: settings.passwordLength,
      }),
    ];
  return [
    unknown('probe.password', 'The minimum password length.', {
      fix: 'Check the setting.',
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
