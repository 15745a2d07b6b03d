import type { FormAction } from '@/components/ui/action-form';
import type { Toast } from '@/components/ui/show-success';
import { formErrors } from '@/lib/errors/form';
import { readyForm } from '@/lib/forms/form-state';
import { notifyOtherTabs } from './wallets-channel';

/**
 * Copies a text if `succeeded` resolves to true. Calls the clipboard immediately: some browsers allow it only during a press.
 * @returns false if nothing was copied. The caller handles a rejection of `succeeded`.
 */
export async function copyAfter(succeeded: Promise<boolean>, text: string): Promise<boolean> {
  const wanted = succeeded.then((isSuccess) => {
    if (!isSuccess) throw new Error('There is nothing to copy');
    return new Blob([text], { type: 'text/plain' });
  });
  // Prevents an unhandled rejection if the browser refuses before it awaits this.
  wanted.catch(() => undefined);
  try {
    await navigator.clipboard.write([new ClipboardItem({ 'text/plain': wanted })]);
    return true;
  } catch {
    // No permission, an insecure context, or nothing to copy.
    return false;
  }
}

/** Makes a just-shared proof private again. Needs no page, because the user may have navigated away. */
export async function undoSharing(publish: FormAction, walletId: string): Promise<Toast> {
  const form = new FormData();
  form.set('walletId', walletId);
  form.set('isPublic', 'false');
  const again = (why: string): Toast => ({
    text: `The proof is still public. ${why}`,
    undo: () => undoSharing(publish, walletId),
    isFailure: true,
  });
  try {
    const state = await publish(readyForm, form);
    if (state.status === 'failed') return again(state.problem.title);
  } catch {
    return again(formErrors['request.unsent'].title);
  }
  notifyOtherTabs();
  return { text: 'The proof is private now' };
}
