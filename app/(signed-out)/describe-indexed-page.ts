import type { Metadata } from 'next';
import { environment } from '@/lib/env';

/** What search engines read of a page. It is one page, whatever its address carries. */
export function describeIndexedPage(page: { path: string; title: string; description: string }): Metadata {
  const { path, title, description } = page;
  const canonical = environment().siteUrl + path;
  return { title, description, robots: { index: true, follow: true }, alternates: { canonical } };
}
