'use client';

import { type ClipboardEvent, type ReactNode, type RefObject, useEffect, useRef } from 'react';
import { Field } from './field';
import { useWrongSecret } from './use-wrong-secret';

/** Time to see the last digit, or to press the button by hand. */
const pauseInMilliseconds = 300;

type CodeInputProps = {
  /** True for a step with no other field. */
  takesFocus?: boolean;
  sendsItself?: boolean;
  hint?: ReactNode;
};

/** A field for a six-digit code from an email or authenticator. Accepts pasted text around the code. */
export function CodeInput({ takesFocus = false, sendsItself = false, hint }: CodeInputProps) {
  const input = useRef<HTMLInputElement>(null);
  useSending(input, sendsItself);
  const wrong = useWrongSecret();
  // Without the hint, screen readers read the problem first.
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
      {...wrong}
      hint={said}
    />
  );
}

/** Hidden without scripts, which submit the form. */
const sendingHint = <span className="no-js:hidden">Submits automatically.</span>;

/** Submits the form once the code is complete: never the same code twice, and not while the form is pending. */
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
    // For a code typed before this script loaded. Not after a reload or Back: the browser then restores a code already sent.
    const [visit] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
    if (visit?.type === 'navigate') wait();
    return () => {
      clearTimeout(timer);
      field.removeEventListener('input', wait);
      form.removeEventListener('submit', note);
    };
  }, [input, isOn]);
}

/** Pastes only the code if the text contains exactly one; otherwise pastes the text unchanged. */
function pasteCode(event: ClipboardEvent<HTMLInputElement>): void {
  const codes = event.clipboardData.getData('text').match(/(?<!\d)\d{3}[\s-]?\d{3}(?!\d)/g);
  const [code] = codes ?? [];
  if (!code || codes?.length !== 1) return;
  event.preventDefault();
  event.currentTarget.value = code.replace(/\D/g, '');
  event.currentTarget.dispatchEvent(new Event('input', { bubbles: true }));
}
