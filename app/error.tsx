'use client';

import { lazy, Suspense } from 'react';
import type { FailedPageProps } from './failed-page';

/** Every page carries this file along, so what it shows is fetched when a page fails. */
const FailedPage = lazy(() => import('./failed-page').then((file) => ({ default: file.FailedPage })));

/** A page that could not be made. Its message never shows; only a code of the catalogue that it may carry. */
export default function ErrorPage(props: FailedPageProps) {
  return (
    <Suspense>
      <FailedPage {...props} />
    </Suspense>
  );
}
