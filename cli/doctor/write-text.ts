import type { Finding, Level } from './finding.ts';
import type { Report } from './report.ts';

const headings: [Level, string][] = [
  ['ok', 'OK'],
  ['unknown', 'Not checked'],
  ['warning', 'Warnings'],
  ['problem', 'Problems'],
];

/** For people: problems last, next to the prompt, then a summary line. */
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
    [level === 'unknown' ? 'How to check' : 'What to do', fix],
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

/** Columns, which most terminals have. */
const width = 100;

/** Wraps text, and indents later lines under its beginning. */
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
    ...count(counts.warning, 'warning', 'warnings'),
    ...count(counts.unknown, 'not checked', 'not checked'),
    ...count(counts.ok, 'OK', 'OK'),
  ].join(', ');
  const [howToFix] = count(counts.problem, 'problem', 'problems');
  return `${howToFix ?? 'No problems'}${rest && `, ${rest}`}.`;
}
