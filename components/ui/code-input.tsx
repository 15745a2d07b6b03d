'use client';

import { type ClipboardEvent, type ReactNode, type RefObject, useEffect, useRef } from 'react';
import type { Problem } from '@/lib/problem';
import { Field } from './field';
import { useWrongSecret } from './wrong-secret';

/** Enough to see the last digit, or to press the button oneself. */
const pauseInMilliseconds = 300;

type CodeInputProps = {
  problem?: Problem | undefined;
  /** True for a step that asks for nothing else. */
  takesFocus?: boolean;
  /** Sends the form once the code is complete. */
  sendsItself?: boolean;
  hint?: ReactNode;
};

/** Six digits from a mail or an authenticator: typed, filled in by the browser, or pasted with the words around them. */
export function CodeInput({ problem, takesFocus = false, sendsItself = false, hint }: CodeInputProps) {
  const input = useRef<HTMLInputElement>(null);
  useSending(input, sendsItself);
  const wrong = useWrongSecret();
  // Screen readers read the problem first.
  const said = hint ?? (sendsItself && !wrong['aria-invalid'] ? sendingHint : undefined);
  return (
    <Field
      ref={input}
      label="Code"
      name="code"
      inputMode="numeric"
      autoComplete="one-time-code"
      autoCapitalize="none"
      spellCheck={false}
      required
      autoFocus={takesFocus}
      className="font-mono tracking-widest"
      onPaste={pasteCode}
      problem={problem}
      {...wrong}
      {...(said && { hint: said })}
    />
  );
}

/** Announces the sending, which happens with scripts only. */
const sendingHint = <span className="[@media(scripting:none)]:hidden">Submits automatically.</span>;

/** Presses the form's button once the code is complete: not twice for the same code, and not while the form is under way. */
function useSending(input: RefObject<HTMLInputElement | null>, isOn: boolean): void {
  useEffect(() => {
    const field = input.current;
    const form = field?.form;
    if (!isOn || !field || !form) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let sent = '';
    const isBusy = () => form.getAttribute('aria-busy') === 'true';
    const read = () => field.value.replace(/[\s-]/g, '');
    const wait = () => {
      clearTimeout(timer);
      if (/^\d{6}$/.test(read()) && read() !== sent) timer = setTimeout(send, pauseInMilliseconds);
    };
    const send = () => (isBusy() ? wait() : form.requestSubmit());
    const note = () => {
      clearTimeout(timer);
      if (!isBusy()) sent = read();
    };
    field.addEventListener('input', wait);
    form.addEventListener('submit', note);
    // Typed before this code had loaded. After a reload or the back button, the browser restores a code that was sent
    // already.
    const [visit] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
    if (visit?.type === 'navigate') wait();
    return () => {
      clearTimeout(timer);
      field.removeEventListener('input', wait);
      form.removeEventListener('submit', note);
    };
  }, [input, isOn]);
}

/** Takes the code out of a sentence. A text with no code, or with several, is pasted as it is. */
function pasteCode(event: ClipboardEvent<HTMLInputElement>): void {
  const codes = event.clipboardData.getData('text').match(/(?<!\d)\d{3}[\s-]?\d{3}(?!\d)/g);
  const [code] = codes ?? [];
  if (!code || codes?.length !== 1) return;
  event.preventDefault();
  event.currentTarget.value = code.replace(/\D/g, '');
  event.currentTarget.dispatchEvent(new Event('input', { bubbles: true }));
}
