import { errors } from '@/lib/errors';
import { isWrongSecret } from './wrong-secret';

test('a code or a password that was wrong gives way to the next, and nothing else that was typed', () => {
  expect(Object.keys(errors).filter(isWrongSecret).sort()).toEqual([
    'auth.code_wrong',
    'auth.invalid_credentials',
    'factor.code_wrong',
    'factor.recovery_code_wrong',
    'step_up.authenticator_code_wrong',
    'step_up.password_wrong',
  ]);
});
