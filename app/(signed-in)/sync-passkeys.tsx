'use client';

import { useEffect } from 'react';
import type { PasskeyHolder, PasskeyOwner } from '@/lib/auth/account/passkeys';

type SyncPasskeysProps = {
  holder: PasskeyHolder;
  credentialIds: string[];
  /** Whether the page follows the removal of a passkey. */
  isRemoval: boolean;
};

/** The user whose passkeys this tab showed last, so that a crafted URL can't make password managers delete them. */
let lastShown = '';

/** Tells this browser's password managers which passkeys the account has. Reports an empty list only if the last one was removed here. */
export function SyncPasskeys({ holder, credentialIds, isRemoval }: SyncPasskeysProps) {
  const { rpId, userId } = holder;
  const ids = credentialIds.join();
  useEffect(() => {
    const isRemovedHere = isRemoval && lastShown === userId;
    const isEmptied = ids === '' && isRemovedHere;
    lastShown = ids && userId;
    // The pressed button disappeared with its row.
    if (isRemovedHere && document.activeElement === document.body)
      document.querySelector<HTMLElement>('#passkeys h2')?.focus({ preventScroll: true });
    if (ids || isEmptied)
      loadWebAuthn()?.then(({ signalAll }) => signalAll(rpId, userId, ids ? ids.split(',') : []), ignore);
  }, [rpId, userId, ids, isRemoval]);
  return null;
}

export function SyncPasskeyNames({ owner }: { owner: PasskeyOwner }) {
  const { rpId, userId, name, displayName } = owner;
  useEffect(() => {
    loadWebAuthn()?.then(({ signalDetails }) => signalDetails(rpId, userId, name, displayName), ignore);
  }, [rpId, userId, name, displayName]);
  return null;
}

/** Loads nothing in browsers without this API. */
function loadWebAuthn() {
  return typeof PublicKeyCredential === 'function' && 'signalAllAcceptedCredentials' in PublicKeyCredential
    ? import('@/components/passkey/webauthn')
    : undefined;
}

/** Ignores a failure: the next visit tells them again. */
const ignore = () => undefined;
