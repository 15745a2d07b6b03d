import type { Finding, Level } from './finding.ts';
import type { Report } from './report.ts';

const headings: [Level, string][] = [
  ['ok', 'Well'],
  ['unknown', "Can't be seen from here"],
  ['warning', 'Worth a look'],
  ['problem', 'To mend'],
];

/** For people: problems last, next to where they type, and one line that sums up. */
export function writeText(report: Report): string {
  const parts = headings.flatMap(([level, heading]) => {
    const lines = report.groups.flatMap(({ name, findings }) => {
      const found = findings.filter((finding) => finding.level === level);
      return found.length > 0 ? [`  ${name}`, ...found.flatMap(describe)] : [];
    });
    return lines.length > 0 ? [[heading, ...lines].join('\n')] : [];
  });
  return [`Project  ${report.project}\nSite     ${report.site}`, ...parts, sumUp(report)].join('\n\n');
}

const marks: Record<Level, string> = { ok: '+', unknown: '?', warning: '!', problem: 'x' };

function describe({ level, what, why, fix, setting }: Finding): string[] {
  const rows = [
    ['Why', why],
    [level === 'unknown' ? 'How to look' : 'What to do', fix],
    ['Dashboard', setting?.dashboard],
    ['config.toml', setting?.config],
    ['Self-hosted', setting?.selfHosted],
    ['This site', setting?.site],
  ];
  const shown = level === 'ok' ? [] : rows.filter(([, text]) => text);
  return [
    `    ${marks[level]} ${what}`,
    ...shown.map(([label, text]) => `        ${label?.padEnd(13)}${text}`),
  ];
}

function sumUp({ counts }: Report): string {
  const count = (number: number, one: string, more: string) =>
    number === 0 ? [] : [`${number} ${number === 1 ? one : more}`];
  const rest = [
    ...count(counts.warning, 'thing worth a look', 'things worth a look'),
    ...count(counts.unknown, "thing that can't be seen from here", "things that can't be seen from here"),
    ...count(counts.ok, 'thing is well', 'things are well'),
  ].join(', ');
  const [mend] = count(counts.problem, 'problem', 'problems');
  return `${mend ?? 'No problem'}${rest && `; ${rest}`}.`;
}
