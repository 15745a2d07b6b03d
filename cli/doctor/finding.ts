/** A setting's name in each place; null where it can't be set. */
export type Setting = {
  dashboard: string | null;
  /** Key of `supabase/config.toml`, with its value. */
  config: string | null;
  /** Variable of a self-hosted project, with its value. */
  selfHosted: string | null;
  site: string | null;
};

/** `unknown`: can't be checked from outside the project; `fix` says how to check it. Only problems fail the command. */
export type Level = 'ok' | 'warning' | 'problem' | 'unknown';

export type Finding = {
  /** Stable, for scripts. */
  id: string;
  level: Level;
  /** The finding, in one sentence. */
  what: string;
  /** The effect on people; null if it is obvious. */
  why: string | null;
  /** What to do or how to check; null if the setting is enough. */
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

/** A foreign project's response may contain terminal escapes or change the text direction. */
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
