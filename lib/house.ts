import { z } from 'zod';

/** Whose site this is, as the team that runs it says. What wallets sign names Countersign all the same. */
export type House = {
  /** Up to 40 characters on one line, without `<>{}"\`, so that it needs no care in a mail's sender or in Auth's templates. */
  siteName: string;
  /** Each https or mailto, or null: then nothing leads there. */
  termsUrl: string | null;
  privacyUrl: string | null;
  supportUrl: string | null;
};

/** Of the software, and of the format of its proofs: what signed statements name. */
export const productName = 'Countersign';

const longestName = 40;

/** Line breaks and other controls, and what turns the direction of writing or can't be seen. */
const unseen = /[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}\p{Default_Ignorable_Code_Point}]/gu;

const siteName = z
  .string()
  .transform((given) => given.normalize('NFC').replace(unseen, ' ').replace(/\s+/gu, ' ').trim())
  .refine((name) => name !== '' && [...name].length <= longestName && !/[<>{}"\\]/.test(name));

/** No braces: in Auth's templates they would be instructions. */
const place = z
  .url({ protocol: /^(https|mailto)$/ })
  .refine((value) => !/[\s<>{}"\\]/.test(value) && URL.parse(value)?.password === '')
  .transform((value) => new URL(value).href);

/** The settings that make a house, each as it stands in the environment. */
export const houseSettings = {
  SITE_NAME: siteName.optional(),
  TERMS_URL: place.optional(),
  PRIVACY_URL: place.optional(),
  SUPPORT_URL: place.optional(),
};

const Settings = z.object(houseSettings);
type Settings = z.infer<typeof Settings>;

/** A house from parsed settings. What is not set is Countersign's name, and no link. */
export function furnishHouse(settings: Settings): House {
  return {
    siteName: settings.SITE_NAME ?? productName,
    termsUrl: settings.TERMS_URL ?? null,
    privacyUrl: settings.PRIVACY_URL ?? null,
    supportUrl: settings.SUPPORT_URL ?? null,
  };
}

/** The same where nothing but the house is asked for. Blank counts as not set. Never throws. */
export function readHouse(
  variables: Record<string, string | undefined>,
): { ok: true; house: House } | { ok: false; malformed: string[] } {
  const given = Object.keys(houseSettings).map((name) => [name, variables[name]?.trim() || undefined]);
  const parsed = Settings.safeParse(Object.fromEntries(given));
  if (parsed.success) return { ok: true, house: furnishHouse(parsed.data) };
  return { ok: false, malformed: [...new Set(parsed.error.issues.map(({ path }) => String(path[0])))] };
}
