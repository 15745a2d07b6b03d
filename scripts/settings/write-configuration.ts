import { logEvents } from '../../lib/log/log-events.ts';
import { metrics } from '../../lib/metrics/metrics.ts';
import { type Setting, settings } from '../../lib/settings.ts';

const all: [string, Setting][] = Object.entries(settings);

const groups = {
  required: '',
  recommended: 'The site runs without these. Decide on each before people use it.',
  advanced: 'The defaults suit most sites.',
} as const;

export function writeDocument(): string {
  const sections = Object.entries(groups).map(([group, lead]) => {
    const rows = all.filter(([, setting]) => setting.group === group).map(writeRow);
    const title = `## ${group[0]?.toUpperCase()}${group.slice(1)}`;
    return [title, ...(lead ? ['', lead] : []), '', '| Setting | Description |', '|---|---|', ...rows].join(
      '\n',
    );
  });
  return `<!-- Written by npm run generate from lib/settings.ts. -->

# Configuration

Every setting of a Countersign site. Settings are environment variables. A checkout also reads them from \`.env.local\`: copy
[\`.env.local.example\`](../.env.local.example). A blank setting counts as unset. The server refuses to start if a required
setting is missing or any setting is malformed, and names it without printing its value.

To try Countersign, set nothing: without the Supabase settings, \`npm start\` runs [a local backend](local-backend.md), which has its
own settings.

${sections.join('\n\n')}

## Next

- [Doctor](operations.md#doctor): checks these settings against your Supabase project and site
- [Self-hosting](self-hosting.md): deployment, and the settings of Supabase
`;
}

function writeRow([name, { also = [], description }]: [string, Setting]): string {
  const others = also.map((one) => `\`${one}\``).join(', ');
  return `| \`${name}\` | ${description}${others && ` Also read as ${others}.`} |`;
}

export function writeExample(): string {
  const entries = all.flatMap(([name, { group, description, example }]) =>
    example === undefined || group === 'local'
      ? []
      : [
          [
            ...wrap(withoutLinks(description)).map((line) => `# ${line}`),
            `${group === 'required' && example === '' ? '' : '# '}${name}=${example}`,
          ].join('\n'),
        ],
  );
  return `# Written by npm run generate from lib/settings.ts. docs/configuration.md has all settings.
# Copy to .env.local to use your own Supabase project. Without the SUPABASE_ settings, \`npm start\` runs a local backend
# and needs no file.

${entries.join('\n\n')}
`;
}

export function writeMetricsAndLogEvents(): string {
  const series = Object.values(metrics).map(({ name, type, labels, help }) => {
    const shown = labels.map((label) => `\`${label}\``).join(', ');
    return `| \`${name}${type === 'counter' ? '_total' : ''}\` | ${shown} | ${help} |`;
  });
  const rows = Object.entries(logEvents).map(([event, meaning]) => `| \`${event}\` | ${meaning} |`);
  return `<!-- Written by npm run generate from lib/metrics/metrics.ts and lib/log/log-events.ts. -->

# Metrics and log events

Everything that a Countersign site counts and logs, by names that don't change. [Operations](operations.md#monitoring) describes how to read them.

## Metrics

Histograms are in seconds. Each metric's \`HELP\` line at \`/api/metrics\` says the same.

| Metric | Labels | Value |
|---|---|---|
${series.join('\n')}

## Log events

| Event | Meaning |
|---|---|
${rows.join('\n')}

Next: [alerts](operations.md#alerts), which say what to do.
`;
}

function withoutLinks(markdown: string): string {
  const pointers = / \(\[[^\]]+\]\([^)]+\)\)| See \[[^\]]+\]\([^)]+\)\./g;
  return markdown.replaceAll(pointers, '').replaceAll(/\[([^\]]+)\]\([^)]+\)/g, '$1');
}

function wrap(text: string): string[] {
  return (text.match(/.{1,118}(?:\s|$)/g) ?? []).map((line) => line.trimEnd());
}
