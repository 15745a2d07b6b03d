'use client';

import { lazy } from 'react';

/**
 * Not part of the first page's script, since most visits begin with the e-mail. There is no Suspense around it: what
 * is streamed into one stays hidden where scripts are off.
 */
export const LazyLaterStep = lazy(() => import('./later-step').then((file) => ({ default: file.LaterStep })));
