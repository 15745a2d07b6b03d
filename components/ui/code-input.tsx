'use client';

import type { ClipboardEvent } from 'react';
import type { Problem } from '@/lib/problem';
import { Field } from './field';

type CodeInputProps = {
  problem?: Problem | undefined;
  /** For a step that asks for nothing else. */
  takesFocus?: boolean;
  hint?: string;
};

/** Six digits from a mail: typed, filled in by the browser, or pasted with the words around them. */
export function CodeInput({ problem, takesFocus = false, hint }: CodeInputProps) {
  return (
    <Field
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
      {...(hint && { hint })}
    />
  );
}

/** Takes the code out of a sentence. What holds none, or more than one, is pasted as it is. */
function pasteCode(event: ClipboardEvent<HTMLInputElement>): void {
  const codes = event.clipboardData.getData('text').match(/(?<!\d)\d{3}[\s-]?\d{3}(?!\d)/g);
  const [code] = codes ?? [];
  if (!code || codes?.length !== 1) return;
  event.preventDefault();
  event.currentTarget.value = code.replace(/\D/g, '');
}
