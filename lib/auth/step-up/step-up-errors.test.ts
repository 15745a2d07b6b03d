import { errors } from '../../errors';
import { isStepUpError } from './step-up-errors';

test('a step-up lifts exactly three refusals', () => {
  expect(Object.keys(errors).filter(isStepUpError).sort()).toEqual([
    'auth.authenticator_code_required',
    'auth.recent_auth_required',
    'auth.second_factor_required',
  ]);
});
