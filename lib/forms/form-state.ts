import type { ReactNode } from 'react';
import type { Problem } from '../problem.ts';

/** What a form shows: nothing yet, what went wrong, or what comes next. Never a secret that was typed. */
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
