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
    ...wrap(`    ${marks[level]} `, what),
    ...shown.flatMap(([label, text]) => wrap(`        ${label?.padEnd(13)}`, text ?? '')),
  ];
}

/** Columns. Most terminals have as many, and longer lines are hard to read. */
const width = 100;

/** One line or several, those after the first under the text of the first. */
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

function sumUp({ counts }: Report): string {
  const count = (number: number, one: string, more: string) =>
    number === 0 ? [] : [`${number} ${number === 1 ? one : more}`];
  const rest = [
    ...count(counts.warning, 'thing worth a look', 'things worth a look'),
    ...count(counts.unknown, "thing that can't be seen from here", "things that can't be seen from here"),
    ...count(counts.ok, 'thing is well', 'things are well'),
  ].join(', ');
  const [howToFix] = count(counts.problem, 'problem', 'problems');
  return `${howToFix ?? 'No problem'}${rest && `; ${rest}`}.`;
}
