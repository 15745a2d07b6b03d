import { headers } from 'next/headers';
import { serverErrors } from '@/lib/errors/server';
import { nonceHeader } from '@/lib/http/request-headers';
import { holdPressesScript } from './hold-presses-script';

/**
 * Before everything that can be pressed: the script that every `HeldButton` needs, and where it says why a press was refused.
 * In the layout of all pages, because the router replaces pages without running their scripts.
 */
export async function HoldPresses() {
  const nonce = (await headers()).get(nonceHeader) ?? undefined;
  const { title, hint } = serverErrors['request.too_soon'];
  return (
    <>
      <p
        // A status would be found beside the one that a page has of its own.
        aria-live="polite"
        data-held-words={`${title} ${hint}`}
        suppressHydrationWarning
        className="pointer-events-none absolute top-0 left-0 z-20 w-max max-w-[min(356px,calc(100vw-32px))] rounded-card bg-surface not-empty:border not-empty:border-hairline not-empty:px-3.5 not-empty:py-3 not-empty:shadow-lifted print:hidden"
        // biome-ignore lint/security/noDangerouslySetInnerHtml: empty; what the script writes there is nothing of React's.
        dangerouslySetInnerHTML={{ __html: '' }}
      />
      <script
        nonce={nonce}
        suppressHydrationWarning
        // biome-ignore lint/security/noDangerouslySetInnerHtml: a constant.
        dangerouslySetInnerHTML={{ __html: holdPressesScript }}
      />
    </>
  );
}
