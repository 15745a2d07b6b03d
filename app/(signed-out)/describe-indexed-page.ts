import type { Metadata } from 'next';
import { environment } from '@/lib/env';

/** Metadata for search engines, with one canonical URL whatever the query. */
export function describeIndexedPage(page: { path: string; title: string; description: string }): Metadata {
  const { path, title, description } = page;
  const canonical = environment().siteUrl + path;
  return { title, description, robots: { index: true, follow: true }, alternates: { canonical } };
}
