import type { Metadata } from 'next';
import { productName } from '@/lib/branding';
import { environment } from '@/lib/env';

export const metadata: Metadata = { title: 'Accessibility' };

/** A summary of docs/accessibility.md for users of this site. */
export default function AccessibilityPage() {
  const { supportUrl } = environment().branding;
  return (
    <div className="grid gap-6">
      <h1>Accessibility</h1>
      <p>
        {productName}, the software of this site, is built to meet the Web Content Accessibility Guidelines
        (WCAG) 2.2, levels A and AA. Its project tests every page with axe, and tested the main ones by hand:
        with a keyboard alone, at 400% zoom, in forced colors and with reduced motion.
      </p>
      <p>
        It hasn't been tested with screen readers on devices. Wallets, your browser's windows for passkeys,
        and apps that you sign in to aren't part of it.
      </p>
      <p>
        Something in your way? {supportUrl ? <a href={supportUrl}>Tell us</a> : "Tell the site's team"} which
        page it is and how you use it.
      </p>
    </div>
  );
}
