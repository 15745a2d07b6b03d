import type { SiteBrand } from '@/lib/site-brand';
import { ThemeSwitch } from './theme-switch';

/** The team's logo, else the site's name. */
export function Wordmark({ brand: { siteName, logos } }: { brand: SiteBrand }) {
  const themes = logos.length > 1 ? ['only-light', 'only-dark'] : [''];
  return (
    <a href="/" className={logos.length > 0 ? 'logo' : 'wordmark'}>
      {logos.length > 0
        ? // Lazy, so that the theme's logo loads alone.
          logos.map((logo, at) => (
            <img key={themes[at]} {...logo} alt={siteName} loading="lazy" className={themes[at]} />
          ))
        : siteName}
    </a>
  );
}

type SiteFooterProps = { brand: SiteBrand; as?: 'in-frame' | 'in-frame above-places' | 'in-form' };

export function SiteFooter({ brand: { links, note }, as = 'in-form' }: SiteFooterProps) {
  return (
    <footer className={`${as} site-footer`}>
      <ThemeSwitch />
      <ul className="flex flex-wrap gap-x-4">
        {links.map(({ name, url }) => (
          <li key={name}>
            <a href={url}>{name}</a>
          </li>
        ))}
      </ul>
      {note ? <p className="w-full py-2">{note}</p> : null}
    </footer>
  );
}
