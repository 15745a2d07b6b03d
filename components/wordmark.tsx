import { environment } from '@/lib/env';

export function Wordmark() {
  return (
    <a href="/" className="wordmark">
      {environment().branding.siteName}
    </a>
  );
}
