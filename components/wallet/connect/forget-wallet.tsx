'use client';

import { useEffect } from 'react';
import { forgetRememberedWallet } from './remembered-wallet';

/** While someone signs in: the next account in this browser need not see which wallet the one before had connected. */
export function ForgetWallet() {
  useEffect(forgetRememberedWallet, []);
  return null;
}
