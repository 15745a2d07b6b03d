/** Where a setting is made; null where there is none of that kind. */
export type Setting = {
  /** In the words of the Dashboard. */
  dashboard: string | null;
  /** Key of `supabase/config.toml`, with its value. */
  config: string | null;
  /** Variable of a self-hosted project, with its value. */
  selfHosted: string | null;
  /** Variable of this site. */
  site: string | null;
};

/** `unknown`: nothing outside the project can tell; `fix` says how to look. Neither it nor a warning fails the command. */
export type Level = 'ok' | 'warning' | 'problem' | 'unknown';

export type Finding = {
  /** Stable, for scripts: the check and what of it. */
  id: string;
  level: Level;
  /** What is so, in one sentence. */
  what: string;
  /** What follows from it, for people; null where that goes without saying. */
  why: string | null;
  /** What to do, or how to look; null where the setting says it all. */
  fix: string | null;
  setting: Setting | null;
};

type Details = { why?: string; fix?: string; setting?: Setting };

const make =
  (level: Level) =>
  (id: string, what: string, { why, fix, setting }: Details = {}): Finding => ({
    id,
    level,
    what: clean(what),
    why: why === undefined ? null : clean(why),
    fix: fix === undefined ? null : clean(fix),
    setting: setting ? cleanSetting(setting) : null,
  });

/** A project of somebody else may answer what a terminal would carry out, or what turns letters around. */
const clean = (text: string) => text.replace(/[\p{Cc}\p{Cf}\u2028\u2029]/gu, '');

function cleanSetting({ dashboard, config, selfHosted, site }: Setting): Setting {
  const cleaned = (text: string | null) => text && clean(text);
  return {
    dashboard: cleaned(dashboard),
    config: cleaned(config),
    selfHosted: cleaned(selfHosted),
    site: cleaned(site),
  };
}

export const ok = make('ok');
export const warning = make('warning');
export const problem = make('problem');
export const unknown = make('unknown');
