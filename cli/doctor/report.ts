import { type Finding, type Level, levels } from './finding.ts';

/** All findings, in the order of the table. */
type Report = { project: string; site: string; findings: Finding[] };

function countLevels(findings: Finding[]): Record<Level, number> {
  const count = (level: Level) => findings.filter((finding) => finding.level === level).length;
  return { ok: count('ok'), warning: count('warning'), problem: count('problem'), unknown: count('unknown') };
}

export function writeJson({ project, site, findings }: Report, exitCode: number): string {
  const counts = countLevels(findings);
  return JSON.stringify({ format: 1, project, site, exit_code: exitCode, counts, findings });
}

const headings: Record<Level, string> = {
  ok: 'OK',
  unknown: 'Not checked',
  warning: 'Warnings',
  problem: 'Problems',
};
const marks: Record<Level, string> = { ok: '+', unknown: '?', warning: '!', problem: 'x' };

/** For people: problems last, next to the prompt, then a summary line. */
export function writeText({ project, site, findings }: Report): string {
  const parts = levels.flatMap((level) => {
    const found = findings.filter((finding) => finding.level === level);
    const lines = found.flatMap((finding, place) => [
      ...(finding.check === found[place - 1]?.check ? [] : [`  ${finding.check}`]),
      ...describe(finding),
    ]);
    return lines.length > 0 ? [[headings[level], ...lines].join('\n')] : [];
  });
  return [`Project  ${project}\nSite     ${site}`, ...parts, sumUp(findings)].join('\n\n');
}

function describe({ level, what, ...details }: Finding): string[] {
  const rows = [
    ['Why', details.why],
    [level === 'unknown' ? 'How to check' : 'What to do', details.fix],
    ['Dashboard', details.dashboard],
    ['config.toml', details.config_toml],
    ['Self-hosted', details.self_hosted],
    ['This site', details.site_variable],
  ];
  return [
    ...wrap(`    ${marks[level]} `, what),
    ...rows.flatMap(([label, text]) => (text ? wrap(`        ${label?.padEnd(13)}`, text) : [])),
  ];
}

const width = 100;

function wrap(start: string, text: string): string[] {
  const [first = '', ...words] = text.split(' ');
  const lines = [start + first];
  for (const word of words) {
    const line = lines.at(-1) ?? '';
    if (line.length + 1 + word.length > width) lines.push(' '.repeat(start.length) + word);
    else lines[lines.length - 1] = `${line} ${word}`;
  }
  return lines;
}

function sumUp(findings: Finding[]): string {
  const { problem, warning, unknown, ok } = countLevels(findings);
  const count = (number: number, name: string) => (number === 0 ? [] : [`${number} ${name}`]);
  return `${[
    problem === 0 ? 'No problems' : `${problem} ${problem === 1 ? 'problem' : 'problems'}`,
    ...count(warning, warning === 1 ? 'warning' : 'warnings'),
    ...count(unknown, 'not checked'),
    ...count(ok, 'OK'),
  ].join(', ')}.`;
}
