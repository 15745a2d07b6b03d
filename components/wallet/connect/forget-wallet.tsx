'use client';

import { useEffect } from 'react';
import { forgetRememberedWallet } from './remembered-wallet';

/** For sign-in pages: hides the previously connected wallet from the next account in this browser. */
export function ForgetWallet() {
  useEffect(forgetRememberedWallet, []);
  return null;
}
