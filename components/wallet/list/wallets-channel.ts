import type { FormAction } from '@/components/ui/action-form';
import { showSuccess } from '@/components/ui/show-success';

let channel: BroadcastChannel | undefined;

/** A channel between tabs. One per page, because a channel doesn't receive its own messages. */
function openChannel(): BroadcastChannel {
  channel ??= new BroadcastChannel('countersign.wallets');
  return channel;
}

/** Tells other tabs that a wallet was proven, removed or changed, without naming it. */
export function notifyOtherTabs(): void {
  openChannel().postMessage(null);
}

/** Calls `onChange` after a change in another tab. @returns a function that stops listening. */
export function listenToOtherTabs(onChange: () => void): () => void {
  const listen = () => onChange();
  openChannel().addEventListener('message', listen);
  return () => openChannel().removeEventListener('message', listen);
}

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
