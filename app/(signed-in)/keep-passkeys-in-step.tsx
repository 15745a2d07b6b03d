'use client';

import { useEffect } from 'react';
import type { PasskeyHolder, PasskeyOwner } from '@/lib/auth/account/passkeys';

type KeepPasskeysInStepProps = {
  holder: PasskeyHolder;
  /** All that the account has, as they were just read. */
  credentialIds: string[];
  /** Whether the page comes back from removing one. */
  isRemoval: boolean;
};

/** Whose passkeys this tab has shown last: an address alone can't make it tell that there are none. */
let lastShown = '';

/** Tells this browser's password managers which passkeys the account has: none only after the last was removed here. */
export function KeepPasskeysInStep({ holder, credentialIds, isRemoval }: KeepPasskeysInStepProps) {
  const { rpId, userId } = holder;
  const ids = credentialIds.join();
  useEffect(() => {
    const isRemovedHere = isRemoval && lastShown === userId;
    const isEmptied = ids === '' && isRemovedHere;
    lastShown = ids && userId;
    // The pressed button is gone with its row, so the focus moves.
    if (isRemovedHere && document.activeElement === document.body)
      document.querySelector<HTMLElement>('#passkeys h2')?.focus({ preventScroll: true });
    if (ids || isEmptied)
      loadCeremony()?.then(({ signalAll }) => signalAll(rpId, userId, ids ? ids.split(',') : []), later);
  }, [rpId, userId, ids, isRemoval]);
  return null;
}

/** Tells them how the account is called now. Draws nothing. */
export function KeepPasskeyNamesInStep({ owner }: { owner: PasskeyOwner }) {
  const { rpId, userId, name, displayName } = owner;
  useEffect(() => {
    loadCeremony()?.then(({ signalDetails }) => signalDetails(rpId, userId, name, displayName), later);
  }, [rpId, userId, name, displayName]);
  return null;
}

/** Loads nothing in browsers that can't tell password managers. */
function loadCeremony() {
  return typeof PublicKeyCredential === 'function' && 'signalAllAcceptedCredentials' in PublicKeyCredential
    ? import('@/components/passkey/ceremony')
    : undefined;
}

/** A failure needs no handling: the next visit tells them. */
const later = () => undefined;
