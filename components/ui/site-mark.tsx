import type { SitePicture } from '@/lib/site-picture';

type Picture = Pick<SitePicture, 'address'> & Partial<SitePicture>;
type SiteMarkProps = { name: string | undefined; logo: Picture | null; darkLogo: Picture | null };

/** The team's logo, else the site's name. */
export function SiteMark({ name = '', logo, darkLogo }: SiteMarkProps) {
  // Lazy, so that the theme's logo loads alone.
  const draw = ({ address, width, height }: Picture, theme: string) => (
    <img src={address} alt={name} width={width} height={height} loading="lazy" className={theme} />
  );
  return (
    <a href="/" className={logo ? 'logo' : 'wordmark'}>
      {logo ? draw(logo, darkLogo ? 'only-light' : '') : name}
      {darkLogo ? draw(darkLogo, 'only-dark') : null}
    </a>
  );
}
