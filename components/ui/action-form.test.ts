import { errors } from '@/lib/errors';
import { isWrongSecretError } from './action-form';

test('a wrong code or password is selected for replacement, and no other field is', () => {
  expect(Object.keys(errors).filter(isWrongSecretError).sort()).toEqual([
    'auth.code_wrong',
    'auth.invalid_credentials',
    'factor.code_wrong',
    'factor.recovery_code_wrong',
    'step_up.authenticator_code_wrong',
    'step_up.password_wrong',
  ]);
});
