import { showSuccess } from '@/components/ui/show-success';
import type { FormAction } from './wallet-actions';

/** A form's action that says in a toast that it worked, even where the form is gone by then. */
export function announceSuccess(action: FormAction, text: string, onDone?: () => void): FormAction {
  return async (previous, form) => {
    const state = await action(previous, form);
    if (state.status === 'done') {
      showSuccess(text);
      onDone?.();
    }
    return state;
  };
}
