import 'server-only';
import { createHash } from 'node:crypto';
import { writeAccent } from '@/lib/accent';
import { environment } from '@/lib/env';
import sheet from './rules.pcss';

type SiteSheet = { text: string; hash: string; address: string; colors: string };

/** The build's style sheet with the team's colors, if any. The hash changes with both, so that browsers can cache it forever. */
export function siteSheet(): SiteSheet {
  made ??= makeSiteSheet();
  return made;
}
let made: SiteSheet | undefined;

function makeSiteSheet(): SiteSheet {
  const { accent } = environment().branding;
  const colors = accent ? writeAccent(accent) : '';
  const text = sheet + colors;
  const hash = createHash('sha256').update(text).digest('hex').slice(0, 16);
  return { text, hash, address: `/style/${hash}`, colors };
}
