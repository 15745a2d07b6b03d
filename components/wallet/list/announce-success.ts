import type { FormAction } from '@/components/ui/action-form';
import { showSuccess } from '@/components/ui/show-success';
import { tellOtherTabs } from './wallets-channel';

/** A form's action that says in a toast and to the other tabs that it worked, even where the form is gone by then. */
export function announceSuccess(action: FormAction, text: string, onDone?: () => void): FormAction {
  return async (previous, form) => {
    const state = await action(previous, form);
    if (state.status === 'done') {
      showSuccess(text);
      tellOtherTabs();
      onDone?.();
    }
    return state;
  };
}
