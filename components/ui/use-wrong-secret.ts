import { useContext } from 'react';
import { FormContext } from './form-context';

/** Props for a `Field` that asks for a code or password, based on the form's last answer. */
export function useWrongSecret() {
  const { problemId, attempt } = useContext(FormContext);
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
