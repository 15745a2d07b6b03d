import { listOddCharacters } from '@/lib/display-name';
import type { FormState } from '@/lib/forms/form-state';
import type { Problem } from '@/lib/problem';
import { fieldProblem, typedValue } from './action-form';

/** What is wrong with the field `name`, with the characters that are in the way where some are. */
export function nameProblem(state: FormState): Problem | undefined {
  const problem = fieldProblem(state, 'name');
  const odd = listOddCharacters(typedValue(state, 'name') ?? '');
  return problem && odd.length > 0
    ? { ...problem, title: `${problem.title} Take out ${odd.join(' ')}` }
    : problem;
}
