import type { Metadata } from 'next';
import { environment } from '@/lib/env';

/** What search engines read of a page that may be found. Whatever its address carries, it is one page. */
export function describeIndexedPage(page: { path: string; title: string; description: string }): Metadata {
  const { path, title, description } = page;
  const canonical = environment().siteUrl + path;
  return { title, description, robots: { index: true, follow: true }, alternates: { canonical } };
}
