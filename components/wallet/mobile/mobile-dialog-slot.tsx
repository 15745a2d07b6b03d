import { useEffect, useState, useSyncExternalStore } from 'react';
import type { MobileDialog } from './mobile-dialog';
import { mobileSteps } from './mobile-steps';

/**
 * Where the dialog of a wallet on a phone appears, over whatever asked the wallet. Its code comes with its first step; a
 * step that it does not come for is cancelled, and the next one tries again.
 * Place it before the dialogs it covers: it has to be taken down first.
 */
export function MobileDialogSlot() {
  const step = useSyncExternalStore(mobileSteps.subscribe, mobileSteps.read, mobileSteps.read);
  const [Loaded, setLoaded] = useState<typeof MobileDialog>();
  const isMissing = step.name !== 'none' && !Loaded;
  useEffect(() => {
    if (!isMissing) return;
    import('./mobile-dialog').then(
      (loaded) => setLoaded(() => loaded.MobileDialog),
      // Offline, or a newer version was deployed. Nobody can take a step that they don't see.
      () => mobileSteps.cancel(),
    );
  }, [isMissing]);
  return Loaded && step.name !== 'none' ? <Loaded step={step} /> : null;
}
