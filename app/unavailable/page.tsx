import type { Metadata } from 'next';
import { redirect } from 'next/navigation';
import { BackendUnavailable } from '@/components/backend-unavailable';
import { homePath } from '@/lib/auth/flow/safe-redirect';
import { readViewer } from '@/lib/auth/session/viewer';

export const metadata: Metadata = { title: 'One moment' };

/** Stands in for a page, at that page's address, while its session can't be checked. */
export default async function UnavailablePage() {
  const check = await readViewer();
  if (check.signedIn || check.reason === 'signed-out') redirect(homePath);
  return <BackendUnavailable />;
}
