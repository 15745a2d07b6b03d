'use client';

import { type ReactNode, startTransition, useActionState, useEffect, useRef } from 'react';
import { type FormState, readyForm } from '@/lib/form-state';
import { Problem } from './problem';

type Action = (previous: FormState, form: FormData) => Promise<FormState>;
type ActionFormProps = {
  action: Action;
  children: (state: FormState, pending: boolean) => ReactNode;
  /** Shown in the form's place once its action is done. */
  whenDone?: (values: Record<string, string>) => ReactNode;
  className?: string;
};

/**
 * A form on a server action. Posts like any form before JavaScript has loaded; after, it keeps what was typed
 * when something is wrong, moves the focus there, and takes one submission at a time.
 */
export function ActionForm({ action, children, whenDone, className = 'grid gap-4' }: ActionFormProps) {
  const [state, submit, pending] = useActionState(action, readyForm);
  const form = useRef<HTMLFormElement>(null);

  useEffect(() => {
    if (state.status !== 'failed') return;
    const wrong = form.current?.querySelector<HTMLElement>('[aria-invalid=true], [role=alert]');
    wrong?.focus();
  }, [state]);

  if (state.status === 'done' && whenDone) return whenDone(state.values);
  const general = state.status === 'failed' && Object.keys(state.fields).length === 0 ? state.problem : null;
  return (
    <form
      ref={form}
      action={submit}
      noValidate
      aria-busy={pending}
      className={className}
      onSubmit={(event) => {
        event.preventDefault();
        if (pending) return;
        const typed = new FormData(event.currentTarget);
        startTransition(() => submit(typed));
      }}
    >
      {general ? <Problem problem={general} /> : null}
      {children(state, pending)}
    </form>
  );
}

/** What was typed into a field before the form came back. */
export function typedValue(state: FormState, name: string): string | undefined {
  return state.status === 'ready' ? undefined : state.values[name];
}

export function fieldProblem(state: FormState, name: string) {
  return state.status === 'failed' ? state.fields[name] : undefined;
}
