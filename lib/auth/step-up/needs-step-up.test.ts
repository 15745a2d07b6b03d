import { errors } from '../../errors';
import { needsStepUp } from './needs-step-up';

test('three refusals are lifted by confirming, and no other', () => {
  expect(Object.keys(errors).filter(needsStepUp).sort()).toEqual([
    'auth.authenticator_code_required',
    'auth.recent_auth_required',
    'auth.second_factor_required',
  ]);
});
