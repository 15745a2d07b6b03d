import { z } from 'zod';
import { makeAccent } from './accent.ts';
import { settingSchemas } from './settings.ts';

/** The team's names and links for its site. Signed statements always say Countersign. */
export type Branding = ReturnType<typeof parseBranding>;

/** The name of the software and of its proof format, used in signed statements. */
export const productName = 'Countersign';

const { SITE_NAME, SITE_COLOR, SITE_COLOR_DARK, TERMS_URL, PRIVACY_URL, SUPPORT_URL } = settingSchemas;
const Settings = z.object({ SITE_NAME, SITE_COLOR, SITE_COLOR_DARK, TERMS_URL, PRIVACY_URL, SUPPORT_URL });
type Settings = z.infer<typeof Settings>;

export function parseBranding(settings: Settings) {
  return {
    /** Up to 40 characters on one line, without `<>{}"\`, so that it needs no escaping in an email's sender or in Auth's templates. */
    siteName: settings.SITE_NAME ?? productName,
    /** An https or mailto URL, or null for no link. */
    termsUrl: settings.TERMS_URL ?? null,
    privacyUrl: settings.PRIVACY_URL ?? null,
    supportUrl: settings.SUPPORT_URL ?? null,
    /** Null for the product's own colors. */
    accent: settings.SITE_COLOR ? makeAccent(settings.SITE_COLOR, settings.SITE_COLOR_DARK ?? null) : null,
  };
}

/** For callers that need no other settings. Blank counts as unset. Never throws. */
export function readBranding(
  variables: Record<string, string | undefined>,
): { ok: true; branding: Branding } | { ok: false; malformed: string[] } {
  const given = Object.keys(Settings.shape).map((name) => [name, variables[name]?.trim() || undefined]);
  const parsed = Settings.safeParse(Object.fromEntries(given));
  if (parsed.success) return { ok: true, branding: parseBranding(parsed.data) };
  return { ok: false, malformed: [...new Set(parsed.error.issues.map(({ path }) => String(path[0])))] };
}
