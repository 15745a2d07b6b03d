import { listOddCharacters } from 'countersign/proof/display-name';
import type { FormState } from '@/lib/forms/form-state';
import type { Problem } from '@/lib/problem';
import { fieldProblem, typedValue } from './form-answer';

/** The problem of the field `name`, extended by the invalid characters it contains. */
export function nameProblem(state: FormState): Problem | undefined {
  const problem = fieldProblem(state, 'name');
  const odd = listOddCharacters(typedValue(state, 'name') ?? '');
  return problem && odd.length > 0
    ? { ...problem, title: `${problem.title} Take out ${listInWords(odd)}.` }
    : problem;
}

const mostNamed = 5;

function listInWords(odd: string[]): string {
  const others = odd.length - mostNamed;
  const named = others > 0 ? [...odd.slice(0, mostNamed), `${others} more`] : odd;
  return new Intl.ListFormat('en', { type: 'conjunction' }).format(named);
}
