import { MobileWalletError } from './mobile-wallet-error.ts';

export type MobileStep =
  | { name: 'none' }
  /** The browser is about to ask whether this page may reach apps on the device. */
  | { name: 'allow' }
  /** It asks now. */
  | { name: 'allowing' }
  /** A press is needed: browsers open apps only on one. */
  | { name: 'open' }
  | { name: 'fetching-code' }
  | { name: 'code'; link: string }
  | { name: 'expired' };

export type MobileSteps = {
  read: () => MobileStep;
  subscribe: (listener: () => void) => () => void;
  /** Shows a step that needs nothing but patience. `onCancelled` hears that it was closed. */
  show: (step: MobileStep, onCancelled: () => void) => void;
  /** Shows a step and waits for its button. Rejects with `ERROR_ASSOCIATION_CANCELLED` when it is closed. */
  ask: (step: MobileStep) => Promise<void>;
  hide: () => void;
  /** The button of the step was pressed. */
  proceed: () => void;
  /** The step was closed. */
  cancel: () => void;
};

type Shown = {
  step: MobileStep;
  proceed?: () => void;
  cancel?: () => void;
  /** Called once it is no longer shown, whatever the cause. */
  leave?: () => void;
};

const nothing: Shown = { step: { name: 'none' } };

/** Between the wallet, which needs a person, and the dialog that asks them. One step at a time: a new one ends the last. */
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

/** The one that the page's dialog shows. */
export const mobileSteps = createMobileSteps();
