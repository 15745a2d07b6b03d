/** By severity, least first. Only problems fail the command. */
export const levels = ['ok', 'unknown', 'warning', 'problem'] as const;
export type Level = (typeof levels)[number];

/** A finding in JSON. While `format` is 1, fields are only added, and no field or `id` changes its meaning. */
export type Finding = {
  id: string;
  check: string;
  level: Level;
  what: string;
  why: string | null;
  fix: string | null;
  dashboard: string | null;
  config_toml: string | null;
  self_hosted: string | null;
  site_variable: string | null;
};

/** A foreign project's response may contain terminal escapes or change the text direction. */
export const clean = (text: string) => text.replace(/[\p{Cc}\p{Cf}\u2028\u2029]/gu, '');
