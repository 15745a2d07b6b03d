import type { Problem as ProblemText } from '@/lib/problem';

/** What went wrong and what to do about it, in the catalogue's words. The one place that shows an error. */
export function Problem({ problem, takesFocus }: { problem: ProblemText; takesFocus?: boolean }) {
  return (
    <div
      role="alert"
      tabIndex={-1}
      // biome-ignore lint/a11y/noAutofocus: for the answer to a form, without scripts. With them the form does it.
      autoFocus={takesFocus}
      data-code={problem.code}
      className="rounded-control border border-danger/40 bg-danger-wash px-3.5 py-3"
    >
      <p className="font-semibold text-danger">{problem.title}</p>
      <p>{problem.hint}</p>
    </div>
  );
}

/** What is wrong with one field, under that field. */
export function FieldProblem({ id, problem }: { id: string; problem: ProblemText }) {
  return (
    <p id={id} data-code={problem.code} className="mt-1.5 text-small text-danger">
      {problem.title}
    </p>
  );
}
