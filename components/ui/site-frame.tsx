import { productName } from '@/lib/branding';
import { environment } from '@/lib/env';
import { SiteMark } from './site-mark';
import { ThemeSwitch } from './theme-switch';

export function Wordmark() {
  const { branding, pictures } = environment();
  return <SiteMark name={branding.siteName} {...pictures} />;
}

type SiteFooterProps = {
  as?: 'in-frame' | 'in-form';
  /** Leaves room for a phone's navigation bar. */
  clear?: boolean;
};

export function SiteFooter({ as = 'in-form', clear = false }: SiteFooterProps) {
  const { siteName, termsUrl, privacyUrl, supportUrl } = environment().branding;
  const places = [
    { name: 'Terms', url: termsUrl },
    { name: 'Privacy', url: privacyUrl },
    { name: 'Accessibility', url: '/accessibility' },
    { name: 'Support', url: supportUrl },
  ];
  return (
    <footer className={`${as} site-footer ${clear ? 'pb-20 [@media(width<360px)]:pb-34 wide:pb-4' : 'pb-4'}`}>
      <ThemeSwitch />
      <ul className="flex flex-wrap gap-x-4">
        {places.map(({ name, url }) =>
          url ? (
            <li key={name}>
              <a href={url} className="flex min-h-11 min-w-11 items-center justify-center text-muted">
                {name}
              </a>
            </li>
          ) : null,
        )}
      </ul>
      {/* Statements that users sign contain the product's name. */}
      {siteName === productName ? null : (
        <p className="w-full py-2">
          {siteName} proves wallets with {productName}.
        </p>
      )}
    </footer>
  );
}
