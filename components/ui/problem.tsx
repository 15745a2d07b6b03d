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

/** @param isAlert announces the problem when it appears, for a field that already has the focus. */
export function FieldProblem(props: { id: string; problem: ProblemText; isAlert?: boolean }) {
  const { id, problem, isAlert } = props;
  return (
    <p
      id={id}
      role={isAlert ? 'alert' : undefined}
      data-code={problem.code}
      className="mt-1.5 text-small text-danger [overflow-wrap:anywhere]"
    >
      {problem.title}
    </p>
  );
}
