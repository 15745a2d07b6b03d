'use client';

import { lazy } from 'react';
import type { LaterStepProps } from './later-step';

/**
 * Not part of the first page's script, since most visits begin with the e-mail. There is no Suspense around it: what
 * is streamed into one stays hidden where scripts are off.
 */
const LaterStep = lazy(() => import('./later-step').then((file) => ({ default: file.LaterStep })));

export function LazyLaterStep(props: LaterStepProps) {
  return <LaterStep {...props} />;
}
