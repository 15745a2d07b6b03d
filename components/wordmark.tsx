import { environment } from '@/lib/env';

/** The site's name, which leads home. */
export function Wordmark() {
  return (
    <a href="/" className="wordmark">
      {environment().branding.siteName}
    </a>
  );
}
