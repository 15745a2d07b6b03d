import type { Metadata } from 'next';
import { notFound } from 'next/navigation';

export const metadata: Metadata = { title: 'Not found' };

/** Every address that nothing else answers. */
export default function UnknownPage(): never {
  notFound();
}
