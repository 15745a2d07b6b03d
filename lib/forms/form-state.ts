import type { ReactNode } from 'react';
import type { Problem } from '../problem.ts';

/** The state of a form: nothing yet, a problem, or what comes next. Never a typed secret. */
export type FormState =
  | { status: 'ready' }
  | {
      status: 'failed';
      problem: Problem;
      fields: Record<string, Problem>;
      values: Record<string, string>;
    }
  | {
      status: 'done';
      values: Record<string, string>;
      /** A part of a page, where the action has drawn what comes next. */
      shown?: ReactNode;
    };

export const readyForm: FormState = { status: 'ready' };
