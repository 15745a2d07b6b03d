import { createContext } from 'react';
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
