'use client';

import { useEffect } from 'react';
import { neverRestore } from '@/components/ui/never-restore';

/** For public pages that show the signed-in user: keeps them out of the bfcache. */
export function PersonalPage() {
  useEffect(neverRestore, []);
  return null;
}
