import { z } from 'zod';
import { settingSchemas } from './settings.ts';

/** The names and links that the team gives its site. Signed statements say Countersign all the same. */
export type Branding = {
  /** Up to 40 characters on one line, without `<>{}"\`, so that it needs no care in a mail's sender or in Auth's templates. */
  siteName: string;
  /** Each https or mailto, or null: then nothing leads there. */
  termsUrl: string | null;
  privacyUrl: string | null;
  supportUrl: string | null;
};

/** The name of the software and of its proofs' format, which signed statements say. */
export const productName = 'Countersign';

const { SITE_NAME, TERMS_URL, PRIVACY_URL, SUPPORT_URL } = settingSchemas;
const Settings = z.object({ SITE_NAME, TERMS_URL, PRIVACY_URL, SUPPORT_URL });
type Settings = z.infer<typeof Settings>;

/** Unset settings fall back to Countersign's name and to no link. */
export function parseBranding(settings: Settings): Branding {
  return {
    siteName: settings.SITE_NAME ?? productName,
    termsUrl: settings.TERMS_URL ?? null,
    privacyUrl: settings.PRIVACY_URL ?? null,
    supportUrl: settings.SUPPORT_URL ?? null,
  };
}

/** For callers that need nothing else of the environment. Blank counts as unset. Never throws. */
export function readBranding(
  variables: Record<string, string | undefined>,
): { ok: true; branding: Branding } | { ok: false; malformed: string[] } {
  const given = Object.keys(Settings.shape).map((name) => [name, variables[name]?.trim() || undefined]);
  const parsed = Settings.safeParse(Object.fromEntries(given));
  if (parsed.success) return { ok: true, branding: parseBranding(parsed.data) };
  return { ok: false, malformed: [...new Set(parsed.error.issues.map(({ path }) => String(path[0])))] };
}
