import { errors } from '../../errors';
import { needsStepUp } from './needs-step-up';

test('a step-up lifts exactly three refusals', () => {
  expect(Object.keys(errors).filter(needsStepUp).sort()).toEqual([
    'auth.authenticator_code_required',
    'auth.recent_auth_required',
    'auth.second_factor_required',
  ]);
});
