import { createContext, useContext } from 'react';
import type { ErrorCode } from '@/lib/errors';

/** Refusals after which what was typed is worth nothing: the next code or password takes its place. */
const refusals: readonly string[] = [
  'auth.code_wrong',
  'auth.invalid_credentials',
  'factor.code_wrong',
  'factor.recovery_code_wrong',
  'step_up.authenticator_code_wrong',
  'step_up.password_wrong',
] satisfies ErrorCode[];

export function isWrongSecret(refusal: string): boolean {
  return refusals.includes(refusal);
}

/** The field that asks for a code or a password, in a form that was refused so. */
export function findSecretField(form: HTMLFormElement | null): HTMLInputElement | null {
  return form?.querySelector<HTMLInputElement>('[name=code], [name=recoveryCode], [name=password]') ?? null;
}

type WrongSecret = {
  /** The id of the problem, where it is apart from the field. */
  problemId: string | undefined;
  /** Which answer this is. The focus is in the field already: an element that is new is read out all the same. */
  attempt: number;
};

export const WrongSecretContext = createContext<WrongSecret>({ problemId: undefined, attempt: 0 });

/** Props of a `Field` that asks for a code or a password: what its form answered about it. */
export function useWrongSecret() {
  const { problemId, attempt } = useContext(WrongSecretContext);
  return {
    alertKey: attempt,
    ...(problemId && {
      'aria-invalid': true as const,
      'aria-describedby': problemId,
      // The browser's own focus, for pages without scripts.
      autoFocus: true,
    }),
  };
}
