import 'server-only';
import { productName } from './branding.ts';
import { environment } from './env.ts';

type Logo = { src: string; width?: number; height?: number };
export type SiteBrand = ReturnType<typeof readSiteBrand>;

/** The team's name, logos and links, for components that browsers render too: without the logos' bytes. */
export function readSiteBrand() {
  const { branding, pictures } = environment();
  const { siteName } = branding;
  return {
    siteName,
    /** For the light theme, then for the dark one if it differs. */
    logos: [pictures.logo, pictures.darkLogo].flatMap((logo): Logo[] =>
      logo ? [{ src: logo.address, width: logo.width, height: logo.height }] : [],
    ),
    links: Object.entries({
      Terms: branding.termsUrl,
      Privacy: branding.privacyUrl,
      Accessibility: '/accessibility',
      Support: branding.supportUrl,
    }).flatMap(([name, url]) => (url ? [{ name, url }] : [])),
    /** Statements that users sign contain the product's name. */
    note: siteName === productName ? null : `${siteName} proves wallets with ${productName}.`,
  };
}
