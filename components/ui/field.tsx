import { type InputHTMLAttributes, type ReactNode, type Ref, useContext, useId } from 'react';
import type { Problem } from '@/lib/problem';
import { FormContext } from './form-context';

type FieldProps = InputHTMLAttributes<HTMLInputElement> & {
  label: string;
  /** Completes the label for screen readers where several fields share it, like "of Savings". */
  what?: string;
  name: string;
  hint?: ReactNode;
  /** Replaces the one of the form's last answer. */
  problem?: Problem | undefined;
  keepsHint?: boolean;
  /** Makes the problem an alert, announced again whenever this number changes. For fields that submit themselves. */
  alertKey?: number;
  trailing?: ReactNode;
  ref?: Ref<HTMLInputElement> | undefined;
};

/** A labeled input with hint. In an `ActionForm` it shows its problem and the refused value. 16 px type, so that phones don't zoom in. */
export function Field(props: FieldProps) {
  const {
    label,
    what,
    hint,
    problem: given,
    keepsHint,
    alertKey,
    trailing,
    className = '',
    ...input
  } = props;
  const { state } = useContext(FormContext);
  const refused = state.status === 'failed' ? state : undefined;
  const problem = given ?? refused?.fields[input.name];
  const id = useId();
  const showsHint = hint && (!problem || keepsHint);
  const described = [problem && `${id}-problem`, showsHint && `${id}-hint`, input['aria-describedby']]
    .filter(Boolean)
    .join(' ');
  return (
    <div>
      <label htmlFor={id} className="mb-1.5 block text-small font-medium">
        {label}
        {what ? <span className="sr-only"> {what}</span> : null}
      </label>
      <div className="relative">
        <input
          id={id}
          aria-invalid={problem ? true : undefined}
          className={`text-field ${trailing ? 'pr-18' : ''} ${className}`}
          {...input}
          // biome-ignore lint/a11y/noAutofocus: where a whole page answers the form, without scripts, the browser begins at what is wrong.
          autoFocus={problem ? true : input.autoFocus}
          defaultValue={refused?.values[input.name] ?? input.defaultValue}
          aria-describedby={described || undefined}
        />
        {trailing}
      </div>
      {problem ? (
        <FieldProblem
          key={alertKey}
          id={`${id}-problem`}
          problem={problem}
          isAlert={alertKey !== undefined}
        />
      ) : null}
      {showsHint ? (
        <p id={`${id}-hint`} className="mt-1.5 text-small text-muted">
          {hint}
        </p>
      ) : null}
    </div>
  );
}

/** @param isAlert announces the problem when it appears, for a field that already has the focus. */
export function FieldProblem({ id, problem, isAlert }: { id: string; problem: Problem; isAlert?: boolean }) {
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
