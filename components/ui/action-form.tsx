'use client';

import { unstable_isUnrecognizedActionError, unstable_rethrow } from 'next/navigation';
import {
  lazy,
  type ReactNode,
  useActionState,
  useEffect,
  useId,
  useRef,
  useState,
  useTransition,
} from 'react';
import { isStepUpError } from '@/lib/auth/step-up/step-up-errors';
import { formErrors } from '@/lib/errors/form';
import { type FormState, readyForm } from '@/lib/forms/form-state';
import { Button } from './button';
import { FormContext } from './form-context';
import { neverRestore } from './never-restore';
import { Problem } from './problem';

export type FormAction = (previous: FormState, form: FormData) => Promise<FormState>;
export type ActionFormProps = {
  action: FormAction;
  children: ReactNode | ((state: FormState) => ReactNode);
  /** Replaces the form after success. @param shown rendered by the server; undefined if the form was posted without scripts. */
  whenDone?: (values: Record<string, string>, shown?: ReactNode) => ReactNode;
  whenFailed?: ReactNode;
  className?: string;
  /** Lets a button outside the form submit it. */
  id?: string;
  /** The form's anchor on the page, like `#wallet-…`, to return to after confirming access. */
  place?: string;
};

/** A form for a server action. Works without JavaScript, keeps typed values, focuses the first problem, and sends once at a time. */
export function ActionForm({
  action,
  children,
  whenDone,
  whenFailed,
  className = 'grid gap-4',
  id,
  place,
}: ActionFormProps) {
  // The result of a post without JavaScript, until a post by this code replaces it.
  const [posted, post] = useActionState(action, readyForm);
  const [answer, setAnswer] = useState<FormState>();
  const [attempt, setAttempt] = useState(0);
  const [recoveryLink, setRecoveryLink] = useState<ReactNode>();
  const [pending, startTransition] = useTransition();
  const form = useRef<HTMLFormElement>(null);
  const problemId = useId();
  const state = answer ?? posted;

  useEffect(() => {
    if (state.status !== 'failed') return;
    form.current?.closest('details')?.setAttribute('open', '');
    const find = (what: string) => form.current?.querySelector<HTMLInputElement>(what);
    const field = find('[aria-invalid=true]');
    (field ?? find('[role=alert]'))?.focus();
    // Selects the value, so that typing replaces the wrong code or password.
    if (isWrongSecretError(state.problem.code)) field?.select();
  }, [state]);

  useEffect(() => {
    // Only tabs with an account and something in storage can have kept values.
    if (!document.documentElement.dataset.account || !sessionStorage.length) return;
    void import('./form-draft').then(({ restoreForm }) => form.current && restoreForm(form.current));
  }, []);

  const send = async (typed: FormData, button: HTMLElement | null, pressed: string | undefined) => {
    try {
      const next = await action(state, typed);
      const code = next.status === 'failed' ? next.problem.code : '';
      const leadsAway = code === 'auth.signed_out' || isStepUpError(code);
      const { renderRecoveryLink } = leadsAway ? await loadRecoveryLink() : {};
      setRecoveryLink(
        form.current && renderRecoveryLink?.(form.current, { code, button, pressed, place, attempt }),
      );
      setAnswer(next);
      setAttempt((before) => before + 1);
    } catch (error) {
      // Redirects are exceptions, which the router handles.
      unstable_rethrow(error);
      // A newer build was deployed, which doesn't know this page's actions.
      const isOutdated = unstable_isUnrecognizedActionError(error);
      setRecoveryLink(isOutdated ? <ReloadButton /> : undefined);
      setAnswer(failWith(isOutdated ? 'request.outdated' : 'request.unsent'));
    }
  };

  if (state.status === 'done' && whenDone) return whenDone(state.values, state.shown);
  const general = state.status === 'failed' && Object.keys(state.fields).length === 0 ? state.problem : null;
  const isAboutSecret = general !== null && isWrongSecretError(general.code);
  return (
    <>
      <form
        ref={form}
        id={id}
        action={post}
        noValidate
        aria-busy={pending}
        className={className}
        onSubmit={(event) => {
          event.preventDefault();
          if (pending) return;
          const { submitter } = event.nativeEvent as SubmitEvent;
          const typed = new FormData(event.currentTarget, submitter);
          const button = submitter ?? event.currentTarget.querySelector<HTMLElement>('[type=submit]');
          // Read before the label changes to its pending text.
          const pressed = button?.textContent.trim();
          neverRestore();
          startTransition(() => send(typed, button, pressed));
        }}
      >
        {general ? (
          <Problem
            key={isAboutSecret ? attempt : undefined}
            id={problemId}
            problem={general}
            takesFocus={!isAboutSecret}
          />
        ) : null}
        {state === posted && general && isStepUpError(general.code) ? (
          <LazyConfirmAccessLink code={general.code} place={place} />
        ) : (
          recoveryLink
        )}
        <FormContext value={{ state, pending, attempt, problemId: isAboutSecret ? problemId : undefined }}>
          {typeof children === 'function' ? children(state) : children}
        </FormContext>
        {pending ? <Waiting /> : null}
      </form>
      {state.status === 'failed' ? whenFailed : null}
    </>
  );
}

/** Announces a wait, because screen readers don't announce a changed button label. Visible to all after 10 s. */
function Waiting() {
  const [words, setWords] = useState('');
  useEffect(() => {
    const timers = [
      setTimeout(setWords, quietForInMilliseconds, 'One moment…'),
      setTimeout(setWords, longInMilliseconds, takesLong),
    ];
    return () => timers.forEach(clearTimeout);
  }, []);
  return (
    <p role="status" className={words === takesLong ? 'text-small text-muted' : 'sr-only'}>
      {words}
    </p>
  );
}

const takesLong = "This is taking longer than usual. We're still waiting for an answer.";

/** Most answers arrive sooner and say more. */
const quietForInMilliseconds = 1000;
const longInMilliseconds = 10_000;

/** Loaded on demand, because few forms need it. */
const loadRecoveryLink = () => import('./recovery-link');

/** For forms posted without scripts, the server has rendered this already. */
const LazyConfirmAccessLink = lazy(async () => ({ default: (await loadRecoveryLink()).ConfirmAccessLink }));

/** For a request without an answer from the action. Fields keep their typed values. */
function failWith(code: keyof typeof formErrors): FormState {
  return { status: 'failed', problem: { code, ...formErrors[code] }, fields: {}, values: {} };
}

/** Not `reload`, which would send a form again that was posted before scripts loaded. */
function ReloadButton() {
  return (
    <Button
      className="justify-self-start"
      onClick={() => location.replace(location.pathname + location.search)}
    >
      Reload the page
    </Button>
  );
}

/** Whether the code or password was wrong, so that the form selects it. A pattern, because a list would add more to every page. */
export function isWrongSecretError(code: string): boolean {
  return /(code|password)_wrong$|invalid_credentials$/.test(code);
}
