'use client';

import { useEffect } from 'react';

/** The localStorage key under which the provider stores the connected wallet's name until it is disconnected. */
export const rememberedWalletKey = 'countersign.wallet';

/** Whether a wallet was connected in this browser and not disconnected. False if storage is blocked. */
export function hasRememberedWallet(): boolean {
  try {
    return localStorage.getItem(rememberedWalletKey) !== null;
  } catch {
    // With storage blocked, nothing was remembered.
    return false;
  }
}

/** Does nothing if storage is blocked. */
function forgetRememberedWallet(): void {
  if (hasRememberedWallet()) localStorage.removeItem(rememberedWalletKey);
}

/** For sign-in pages: hides the previously connected wallet from the next account in this browser. */
export function ForgetWallet() {
  useEffect(forgetRememberedWallet, []);
  return null;
}

/** Query parameter while the dialog is open and the user has left for a wallet's app. See `keepStep`. */
export const keptStepParameter = 'connect';

/** Whether the dialog was open when the user left for a wallet's app, in this browser or in another. */
export function isStepKept(): boolean {
  return location.search.includes(`${keptStepParameter}=`);
}
