import type { FormAction } from '@/components/ui/action-form';
import { showSuccess } from '@/components/ui/show-success';
import { notifyOtherTabs } from './wallets-channel';

/** Wraps a form's action: on success, shows a toast and notifies other tabs, even if the form has unmounted. */
export function announceSuccess(action: FormAction, text: string, onDone?: () => void): FormAction {
  return async (previous, form) => {
    const state = await action(previous, form);
    if (state.status === 'done') {
      showSuccess(text);
      notifyOtherTabs();
      onDone?.();
    }
    return state;
  };
}
