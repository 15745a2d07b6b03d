'use client';

import { createContext, type ReactNode, useContext, useEffect, useLayoutEffect, useRef } from 'react';
import { buttonClasses } from '@/components/ui/button';
import { showSuccess } from '@/components/ui/show-success';
import type { FormState } from '@/lib/forms/form-state';

const CloseSetting = createContext<() => void>(() => undefined);

type SettingProps = {
  /** The page's address with it as the fragment opens the form. */
  id: string;
  /** What the button says, like `Change`. */
  action: string;
  /** What it is about, for those who don't see it beside its fact, like `the password`. */
  object: string;
  children: ReactNode;
};

/**
 * The one action of a setting, in a section that is `relative`: a press opens its form beneath the fact and moves the focus
 * into it. A form that came back with an error is open. Without scripts the form stands open (`globals.css`).
 */
export function Setting({ id, action, object, children }: SettingProps) {
  const details = useRef<HTMLDetailsElement>(null);
  const summary = useRef<HTMLElement>(null);

  // Before the form moves the focus to what is wrong: it can't go to what is not shown.
  useLayoutEffect(() => {
    const element = details.current;
    if (!element) return;
    const isWrong = element.querySelector('[aria-invalid=true], [role=alert]');
    if (isWrong || location.hash === `#${id}`) element.open = true;
  }, [id]);

  const close = () => {
    const element = details.current;
    if (!element?.open) return;
    const hadFocus = element.contains(document.activeElement);
    element.open = false;
    if (hadFocus) summary.current?.focus();
  };

  return (
    <details
      ref={details}
      id={id}
      className="setting group"
      onToggle={(event) => {
        const { open } = event.currentTarget;
        if (open && document.activeElement === summary.current)
          event.currentTarget.querySelector<HTMLElement>('input:not([type=hidden]):not([hidden])')?.focus();
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
      <div className="mt-4 max-w-[432px] wide:mt-0">
        <CloseSetting value={close}>{children}</CloseSetting>
      </div>
    </details>
  );
}

/** In the form of a setting: once it is done, a toast says so and the form closes. Without scripts the page says it. */
export function SettingDone({ state, text }: { state: FormState; text: string }) {
  const close = useContext(CloseSetting);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each answer is told once.
  useEffect(() => {
    if (state.status !== 'done') return;
    showSuccess(text);
    close();
  }, [state]);
  return state.status === 'done' ? (
    <noscript>
      <p role="status">{text}</p>
    </noscript>
  ) : null;
}
