'use client';

import {
  type ReactNode,
  useContext,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { flushSync } from 'react-dom';
import { buttonClasses } from '@/components/ui/button';
import { CloseDialogContext } from '@/components/ui/dialog-state';
import { focusOnceLoaded } from '@/components/ui/focus-once-loaded';
import { FormContext } from '@/components/ui/form-context';
import { hasKeptAnything } from '@/components/ui/has-kept-anything';
import { showSuccess } from '@/components/ui/show-success';

type SettingProps = {
  /** A URL with this fragment opens the form. */
  id: string;
  action: string;
  /** The action's object for screen readers, such as `the password`. */
  object: string;
  children: ReactNode;
};

/** A setting's one action, which opens and focuses its form. With an error it is open, and without scripts every one is (`rules.pcss`). */
export function Setting({ id, action, object, children }: SettingProps) {
  const details = useRef<HTMLDetailsElement>(null);
  const summary = useRef<HTMLElement>(null);
  const [hasForm, setHasForm] = useState(true);

  // Opens before the form focuses its error, because a hidden field can't take the focus.
  useLayoutEffect(() => {
    const element = details.current;
    if (!element) return;
    const isWrong = element.querySelector('[aria-invalid=true], [role=alert]');
    const isNamed = location.hash === `#${id}`;
    if (isWrong || isNamed) element.open = true;
    // Restored values open the form, and it then has the focus.
    const mayBeKept = hasKeptAnything();
    if (isNamed && !mayBeKept) focusOnceLoaded(() => firstField(element));
    setHasForm(element.open || mayBeKept);
  }, [id]);

  useEffect(() => {
    const openIfNamed = () => {
      const element = details.current;
      if (!element || location.hash !== `#${id}`) return;
      flushSync(() => setHasForm(true));
      element.open = true;
      firstField(element)?.focus();
    };
    addEventListener('hashchange', openIfNamed);
    return () => removeEventListener('hashchange', openIfNamed);
  }, [id]);

  const close = () => {
    const element = details.current;
    if (!element) return;
    const hadFocus = element.contains(document.activeElement);
    element.open = false;
    setHasForm(false);
    if (hadFocus) summary.current?.focus();
  };

  return (
    <details
      ref={details}
      id={id}
      className="setting beside-fact group wide:[&:not([open])]:absolute wide:[&:not([open])]:inset-x-0 wide:[&:not([open])]:top-0"
      onToggle={(event) => {
        const element = event.currentTarget;
        if (!element.open) {
          // A form being sent stays open to show its result.
          if (element.querySelector('[aria-busy=true]')) return;
          const form = element.querySelector('form');
          if (form && hasKeptAnything())
            void import('@/components/ui/form-draft').then((kept) => kept.forgetForm(form));
          setHasForm(false);
          return;
        }
        flushSync(() => setHasForm(true));
        if (document.activeElement === summary.current) firstField(element)?.focus();
      }}
    >
      <summary
        ref={summary}
        className={`${buttonClasses('secondary')} cursor-pointer list-none wide:absolute wide:top-5 wide:right-0 [&::-webkit-details-marker]:hidden`}
      >
        <span className="group-open:hidden">
          {action}
          <span className="sr-only"> {object}</span>
        </span>
        <span className="hidden group-open:inline">
          Cancel<span className="sr-only">: leave {object} as it is</span>
        </span>
      </summary>
      <div className="tall-controls mt-4 max-w-form wide:mt-0">
        <CloseDialogContext value={close}>{hasForm ? children : null}</CloseDialogContext>
      </div>
    </details>
  );
}

function firstField(element: HTMLElement): HTMLElement | null {
  return element.querySelector<HTMLElement>('input:not([type=hidden]):not([hidden])');
}

export function SettingDone({ text }: { text: string }) {
  return <DoneToast text={text} onDone={useContext(CloseDialogContext)} />;
}

/** Shows a toast when a form is done; without scripts the page shows the text. */
export function DoneToast({ text, onDone }: { text: string; onDone: () => void }) {
  const { state } = useContext(FormContext);
  const tell = useEffectEvent(() => {
    showSuccess(text);
    onDone();
  });
  useEffect(() => {
    if (state.status === 'done') tell();
  }, [state]);
  return state.status === 'done' ? (
    <noscript>
      <p role="status">{text}</p>
    </noscript>
  ) : null;
}
