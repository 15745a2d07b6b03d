import type { FormState } from '@/lib/forms/form-state';

export function StartOver({ state }: { state: FormState }) {
  if (state.status !== 'failed' || state.problem.code !== 'factor.step_over') return null;
  return (
    <a href="/sign-in" className="tappable">
      Sign in again
    </a>
  );
}
