import type { Finding, Level } from './finding.ts';

/** All findings, in the order of the checks. */
export type Report = {
  project: string;
  site: string;
  groups: { name: string; findings: Finding[] }[];
  counts: Record<Level, number>;
};

export function countLevels(groups: Report['groups']): Report['counts'] {
  const counts = { ok: 0, warning: 0, problem: 0, unknown: 0 };
  for (const { findings } of groups) for (const { level } of findings) counts[level] += 1;
  return counts;
}

/** For scripts. While `format` is 1, fields are only added, and no field or `id` changes its meaning. */
export function writeJson({ project, site, groups, counts }: Report, exitCode: number): string {
  const findings = groups.flatMap(({ name, findings: found }) =>
    found.map(({ id, level, what, why, fix, setting }) => ({
      id,
      check: name,
      level,
      what,
      why,
      fix,
      dashboard: setting?.dashboard ?? null,
      config_toml: setting?.config ?? null,
      self_hosted: setting?.selfHosted ?? null,
      site_variable: setting?.site ?? null,
    })),
  );
  return JSON.stringify({ format: 1, project, site, exit_code: exitCode, counts, findings });
}
