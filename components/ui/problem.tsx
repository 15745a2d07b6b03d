import { isStepUpError } from '@/lib/auth/step-up/step-up-errors';
import type { Problem as ProblemText } from '@/lib/problem';

type ProblemProps = {
  id?: string;
  problem: ProblemText;
  takesFocus?: boolean;
};

/** Renders an error in the catalogue's words. A required step-up looks like a step, not an error. */
export function Problem({ id, problem, takesFocus }: ProblemProps) {
  const isStep = isStepUpError(problem.code);
  return (
    <div
      id={id}
      role="alert"
      tabIndex={-1}
      // biome-ignore lint/a11y/noAutofocus: for the answer to a form, without scripts. With them the form does it.
      autoFocus={takesFocus}
      data-code={problem.code}
      className={`rounded-control border px-3.5 py-3 ${isStep ? 'asks-to-confirm border-hairline bg-sunken' : 'border-danger/40 bg-danger-wash'}`}
    >
      <p className={isStep ? 'font-semibold' : 'font-semibold text-danger'}>{problem.title}</p>
      <p>{problem.hint}</p>
    </div>
  );
}
