import type { ReactNode } from 'react';
import type { Problem } from '../problem.ts';

/** The state of a form: ready, failed, or done. Never contains a typed secret. */
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
      /** Part of a page that the action rendered for the next step. */
      shown?: ReactNode;
    };

export const readyForm: FormState = { status: 'ready' };

/** Names of fields whose values never return to a page. */
export const secretFields = /password|code|token/i;
