import type { Metadata } from 'next';
import { environment } from '@/lib/env';
import { pictureSize } from './picture.png/picture-size';

type Preview = { title: string; description: string; alt: string };

/** How messengers show a link to this page, whose picture is below it. */
export function describePreview(path: string, { title, description, alt }: Preview): Metadata {
  const { siteUrl, branding } = environment();
  const url = siteUrl + path;
  const picture = { url: `${url}/picture.png`, alt, type: 'image/png', ...pictureSize };
  return {
    title,
    description,
    openGraph: { title, description, siteName: branding.siteName, type: 'website', url, images: [picture] },
    twitter: { card: 'summary_large_image' },
  };
}
