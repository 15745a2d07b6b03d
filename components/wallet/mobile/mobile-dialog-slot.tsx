import { lazy, Suspense, useSyncExternalStore } from 'react';
import { mobileSteps } from './mobile-steps';

const MobileDialog = lazy(() =>
  import('./mobile-dialog').then((loaded) => ({ default: loaded.MobileDialog })),
);

/**
 * Where the dialog of a wallet on a phone appears, over whatever asked the wallet. Its code comes with its first step.
 * Place it before the dialogs it covers: it has to be taken down first.
 */
export function MobileDialogSlot() {
  const step = useSyncExternalStore(mobileSteps.subscribe, mobileSteps.read, mobileSteps.read);
  return step.name === 'none' ? null : (
    <Suspense fallback={null}>
      <MobileDialog step={step} />
    </Suspense>
  );
}
