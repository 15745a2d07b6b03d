import { type ReactNode, type TextareaHTMLAttributes, useId } from 'react';
import type { Problem } from '@/lib/problem';
import { FieldProblem } from './field';

type TextAreaProps = TextareaHTMLAttributes<HTMLTextAreaElement> & {
  label: string;
  name: string;
  hint?: ReactNode;
  problem?: Problem | undefined;
};

/** A labeled field for addresses, one per line, with hint and problem. Grows with its text if the browser supports that. */
export function TextArea({ label, hint, problem, ...input }: TextAreaProps) {
  const id = useId();
  const help = problem?.hint ?? hint;
  const described = [problem && `${id}-problem`, help && `${id}-hint`].filter(Boolean).join(' ');
  return (
    // Keeps a long line without spaces from widening the field.
    <div className="min-w-0">
      <label htmlFor={id} className="mb-1.5 block text-small font-medium">
        {label}
      </label>
      <textarea
        id={id}
        aria-invalid={problem ? true : undefined}
        aria-describedby={described || undefined}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        rows={3}
        className="field-sizing-content min-h-22 w-full rounded-control border border-edge bg-surface px-3 py-2.5 font-mono text-input text-ink aria-invalid:border-danger"
        {...input}
        // biome-ignore lint/a11y/noAutofocus: as in a Field.
        autoFocus={problem ? true : input.autoFocus}
      />
      {problem ? <FieldProblem id={`${id}-problem`} problem={problem} /> : null}
      {help ? (
        <p id={`${id}-hint`} className="mt-1.5 text-small text-muted">
          {help}
        </p>
      ) : null}
    </div>
  );
}
