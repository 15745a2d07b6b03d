import { createContext, useContext } from 'react';

/** Whether the code or password was wrong, so that the form selects it. A pattern, because a list would add more to every page. */
export function isWrongSecretError(code: string): boolean {
  return /(code|password)_wrong$|invalid_credentials$/.test(code);
}

type WrongSecret = {
  /** The id of the form's problem, shown apart from the field. */
  problemId: string | undefined;
  /** Counts the form's answers. A new number remounts the problem, so that it is announced although the field already has the focus. */
  attempt: number;
};

export const WrongSecretContext = createContext<WrongSecret>({ problemId: undefined, attempt: 0 });

/** Props for a `Field` that asks for a code or password, based on the form's last answer. */
export function useWrongSecret() {
  const { problemId, attempt } = useContext(WrongSecretContext);
  return {
    alertKey: attempt,
    ...(problemId && {
      'aria-invalid': true as const,
      'aria-describedby': problemId,
      // Sets the focus without scripts.
      autoFocus: true,
    }),
  };
}
