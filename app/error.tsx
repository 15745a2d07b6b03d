'use client';

import { lazy, Suspense } from 'react';
import type { FailedPageProps } from './failed-page';

/** Every page loads this file, so the page to show is loaded only after a failure. */
const FailedPage = lazy(() => import('./failed-page').then((file) => ({ default: file.FailedPage })));

/** Renders a failed page. Never shows the error's message, only a code of the catalogue that it may carry. */
export default function ErrorPage(props: FailedPageProps) {
  return (
    <Suspense>
      <FailedPage {...props} />
    </Suspense>
  );
}
