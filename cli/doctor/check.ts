import type { Context, Question } from './context.ts';
import { clean, type Finding, levels } from './finding.ts';
import { isSiteAway } from './site-health.ts';

/** A sentence, or how to write it from the answer. Null or empty leaves it out. */
type Text<Told> = string | { write(told: Told, context: Context): string | null }['write'];

/** A case of a wrong answer: its message, level and correction. */
type Wrong<Told> = {
  when?(told: Told, context: Context): boolean;
  /** The finding's, if it differs from the check's. */
  id?: string;
  /** The finding, in one sentence, at its level. `unknown` can't be seen from outside the project; `fix` says how to check it. */
  problem?: Text<Told>;
  warning?: Text<Told>;
  unknown?: Text<Told>;
  /** The effect on people, unless it is obvious. */
  why?: Text<Told>;
  /** What to do or how to check, unless the setting is enough. */
  fix?: Text<Told>;
  dashboard?: Text<Told>;
  config?: Text<Told>;
  selfHosted?: Text<Told>;
  site?: Text<Told>;
  /** The project differs from SITE_URL, which is the wrong one if the site doesn't answer there. */
  comparesSiteUrl?: true;
};

/** A row of the table. The first matching case of `wrong` becomes the finding; if no case matches, `right` does. */
export type Check<Told = unknown> = Wrong<Told> & {
  id: string;
  /** Default: no request, for checks of this site's own settings. */
  ask?: Question<Told>;
  right?: Text<Told>;
  wrong?: Wrong<Told>[];
};

/** Checks of one topic, which JSON and text name. */
export type Group = { name: string; checks: Check[] };

export const check = <Told>(row: Check<Told>): Check => row;

/** A project changed to match a mistyped SITE_URL no longer serves the site. */
const fixSiteUrlFirst =
  'This site does not answer at SITE_URL. Fix that first, and change the project only if this finding remains.';

export async function judge(
  name: string,
  { ask, ...check }: Check,
  context: Context,
): Promise<Finding | null> {
  const told = ask ? await context.know(ask) : undefined;
  if (told === null) return null;
  const write = (text?: Text<unknown>) =>
    clean((typeof text === 'function' ? text(told, context) : text) ?? '') || null;
  const found = (check.wrong ?? [check]).find(({ when }) => !when || when(told, context));
  const level = levels.find((one) => one !== 'ok' && found?.[one] !== undefined);
  const what = found && level && level !== 'ok' ? write(found[level]) : write(check.right);
  if (what === null) return null;
  const isMisled = found?.comparesSiteUrl && (await isSiteAway(context));
  return {
    id: found?.id ?? check.id,
    check: name,
    level: level ?? 'ok',
    what,
    why: write(found?.why),
    fix: isMisled ? fixSiteUrlFirst : write(found?.fix),
    dashboard: write(found?.dashboard),
    config_toml: write(found?.config),
    self_hosted: write(found?.selfHosted),
    site_variable: write(found?.site),
  };
}
