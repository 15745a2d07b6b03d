import { createContext, useContext } from 'react';

/**
 * Whether a code or a password was refused as wrong, so that the next one takes its place. A pattern is shorter than a list of
 * codes, and every page with a form loads this.
 */
export function isWrongSecret(refusal: string): boolean {
  return /(code|password)_wrong$|invalid_credentials$/.test(refusal);
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
