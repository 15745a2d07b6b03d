'use client';

import { useEffect } from 'react';
import { neverRestore } from '../ui/never-restore';

/** Stands on a public page that shows someone signed in who they are. */
export function PersonalPage() {
  useEffect(neverRestore, []);
  return null;
}
