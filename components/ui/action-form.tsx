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
import { needsStepUp } from '@/lib/auth/step-up/needs-step-up';
import { formErrors } from '@/lib/errors/form';
import { type FormState, readyForm } from '@/lib/forms/form-state';
import { Button } from './button';
import { neverRestore } from './never-restore';
import { Problem } from './problem';
import { isWrongSecret, WrongSecretContext } from './wrong-secret';

/** An action of the server, as `action` of lib/forms makes one. */
export type FormAction = (previous: FormState, form: FormData) => Promise<FormState>;
export type ActionFormProps = {
  action: FormAction;
  children: (state: FormState, pending: boolean) => ReactNode;
  /** Shown in the form's place once its action is done. @param shown by the server, unless the form was posted without scripts. */
  whenDone?: (values: Record<string, string>, shown?: ReactNode) => ReactNode;
  /** Shown below the form once it has failed, as a way on. */
  whenFailed?: ReactNode;
  className?: string;
  /** Lets a button elsewhere submit the form. */
  id?: string;
  /** The form's place on the page, like `#wallet-…`, to which someone returns after confirming. */
  place?: string;
};

/** A form on a server action: works before JavaScript, keeps what was typed, moves the focus to what is wrong, sends one at a time. */
export function ActionForm({
  action,
  children,
  whenDone,
  whenFailed,
  className = 'grid gap-4',
  id,
  place,
}: ActionFormProps) {
  // The answer of a post without JavaScript, until this code has one of its own.
  const [posted, post] = useActionState(action, readyForm);
  const [answer, setAnswer] = useState<FormState>();
  const [attempt, setAttempt] = useState(0);
  const [wayBack, setWayBack] = useState<ReactNode>();
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
    // Selected, so that the next code or password replaces it.
    if (isWrongSecret(state.problem.code)) field?.select();
  }, [state]);

  useEffect(() => {
    // Values are only kept for pages of an account, in tabs that have kept some.
    if (!document.documentElement.dataset.account || !sessionStorage.length) return;
    void import('./form-draft').then(({ restoreForm }) => form.current && restoreForm(form.current));
  }, []);

  const send = async (typed: FormData, button: HTMLElement | null, pressed: string | undefined) => {
    try {
      const next = await action(state, typed);
      const code = next.status === 'failed' ? next.problem.code : '';
      const leadsAway = code === 'auth.signed_out' || needsStepUp(code);
      const { leadBackTo } = leadsAway ? await loadWayBack() : {};
      setWayBack(form.current && leadBackTo?.(form.current, { code, button, pressed, place, attempt }));
      setAnswer(next);
      setAttempt((before) => before + 1);
    } catch (error) {
      // A redirect is an exception that the router handles.
      unstable_rethrow(error);
      // Another build than this page's is there now, and has none of its actions.
      const isOutdated = unstable_isUnrecognizedActionError(error);
      setWayBack(isOutdated ? <ReloadButton /> : undefined);
      setAnswer(failWith(isOutdated ? 'request.outdated' : 'request.unsent'));
    }
  };

  if (state.status === 'done' && whenDone) return whenDone(state.values, state.shown);
  const general = state.status === 'failed' && Object.keys(state.fields).length === 0 ? state.problem : null;
  const isAboutSecret = general !== null && isWrongSecret(general.code);
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
          // Read before the label changes to what the button is doing.
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
        {state === posted && general && needsStepUp(general.code) ? (
          <LazyConfirmAccessLink code={general.code} place={place} />
        ) : (
          wayBack
        )}
        <WrongSecretContext value={{ problemId: isAboutSecret ? problemId : undefined, attempt }}>
          {children(state, pending)}
        </WrongSecretContext>
        {pending ? <Waiting /> : null}
      </form>
      {state.status === 'failed' ? whenFailed : null}
    </>
  );
}

/** Screen readers don't hear a button change its text. For everyone, words appear once it takes long. */
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

/** Most answers are here sooner, and say more. */
const quietForInMilliseconds = 1000;
const longInMilliseconds = 10_000;

/** Loaded on demand, since few people have to leave a page before its form can be sent. */
const loadWayBack = () => import('./way-back');

/** The server has drawn this already for a form that was posted without scripts. */
const LazyConfirmAccessLink = lazy(async () => ({ default: (await loadWayBack()).ConfirmAccessLink }));

/** For a request without an answer that is ours. The fields still hold what was typed. */
function failWith(code: keyof typeof formErrors): FormState {
  return { status: 'failed', problem: { code, ...formErrors[code] }, fields: {}, values: {} };
}

/** Not `reload`, which sends a form again that a browser posted before its scripts had come. */
function ReloadButton() {
  return (
    <Button
      className="justify-self-start"
      onClick={() => location.replace(location.pathname + location.search)}
    >
      Load the page again
    </Button>
  );
}

export function typedValue(state: FormState, name: string): string | undefined {
  return state.status === 'ready' ? undefined : state.values[name];
}

export function fieldProblem(state: FormState, name: string) {
  return state.status === 'failed' ? state.fields[name] : undefined;
}
