import { MobileWalletError } from './mobile-wallet-error.ts';

export type MobileStep =
  | { name: 'none' }
  /** Explains the permission that the browser will request. */
  | { name: 'explain-permission' }
  /** The browser shows its permission prompt. */
  | { name: 'permission-prompt' }
  /** The user must press a button, because browsers open apps only on a press. */
  | { name: 'open' }
  | { name: 'fetching-code' }
  | { name: 'code'; link: string }
  | { name: 'expired' };

export type MobileSteps = {
  read: () => MobileStep;
  subscribe: (listener: () => void) => () => void;
  /** Shows a step without a button to proceed. Calls `onCancelled` if the user closes it. */
  show: (step: MobileStep, onCancelled: () => void) => void;
  /** Shows a step and waits for its button. Rejects with `ERROR_ASSOCIATION_CANCELLED` if the user closes it. */
  ask: (step: MobileStep) => Promise<void>;
  hide: () => void;
  /** Call it when the user presses the step's button. */
  proceed: () => void;
  /** Call it when the user closes the step. */
  cancel: () => void;
};

type Shown = {
  step: MobileStep;
  proceed?: () => void;
  cancel?: () => void;
  /** Called when the step is no longer shown, whatever the cause. */
  leave?: () => void;
};

const nothing: Shown = { step: { name: 'none' } };

/** Connects the wallet with the dialog that shows its steps. A new step replaces the current one. */
export function createMobileSteps(): MobileSteps {
  const listeners = new Set<() => void>();
  let shown = nothing;
  const change = (next: Shown) => {
    const { leave } = shown;
    shown = next;
    for (const listener of listeners) listener();
    leave?.();
  };
  return {
    read: () => shown.step,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    show: (step, cancel) => change({ step, cancel }),
    ask: (step) =>
      new Promise((resolve, reject) => {
        const leave = () => reject(new MobileWalletError('ERROR_ASSOCIATION_CANCELLED'));
        change({ step, proceed: resolve, leave });
      }),
    hide: () => change(nothing),
    proceed: () => shown.proceed?.(),
    cancel: () => {
      const { cancel } = shown;
      change(nothing);
      cancel?.();
    },
  };
}

export const mobileSteps = createMobileSteps();
