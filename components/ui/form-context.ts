import { createContext, useContext } from 'react';
import { type FormState, readyForm } from '@/lib/forms/form-state';

type FormAround = {
  state: FormState;
  pending: boolean;
  /** The id of the problem with a code or password, which the form shows apart from the field. */
  problemId: string | undefined;
  /** Counts the form's answers. A new number remounts the problem, so that it is announced although the field already has the focus. */
  attempt: number;
};

/** The state of an `ActionForm`, for its fields and buttons. */
export const FormContext = createContext<FormAround>({
  ...{ state: readyForm, pending: false },
  ...{ problemId: undefined, attempt: 0 },
});

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
