import { createContext, useContext } from 'react';
import type { ErrorCode } from '@/lib/errors';

/** Refusals after which what was typed is worth nothing: the next code takes its place. */
const refusals: readonly string[] = [
  'auth.code_wrong',
  'factor.code_wrong',
  'factor.recovery_code_wrong',
  'step_up.authenticator_code_wrong',
] satisfies ErrorCode[];

export function isWrongCode(refusal: string): boolean {
  return refusals.includes(refusal);
}

/** The field that asks for a code, in a form that was refused so. */
export function findCodeField(form: HTMLFormElement | null): HTMLInputElement | null {
  return form?.querySelector<HTMLInputElement>('[name=code], [name=recoveryCode]') ?? null;
}

type WrongCode = {
  /** What says so, where it stands apart from the field. */
  problemId: string | undefined;
  /** Which answer this is. The focus is in the field already: an element that is new is read out all the same. */
  attempt: number;
};

export const WrongCodeContext = createContext<WrongCode>({ problemId: undefined, attempt: 0 });

/** For the field that asks for a code: what its form was told about it, as props of a `Field`. */
export function useWrongCode() {
  const { problemId, attempt } = useContext(WrongCodeContext);
  return {
    alertKey: attempt,
    ...(problemId && {
      'aria-invalid': true as const,
      'aria-describedby': problemId,
      // Without scripts the browser begins there.
      autoFocus: true,
    }),
  };
}
