import type { Migration } from '../schema/migrations-folder.ts';

/**
 * The statements that recreate an object, from the newest migration that contains it.
 * @param object as the database describes it: `function countersign.x(uuid)`, `index …`, `policy "…" on …`, `trigger … on …`
 * @returns null for objects that hold data or need several statements
 */
export function findDefinition(object: string, migrations: Migration[]): string | null {
  const [, kind = '', target = ''] = /^(\w+) (.*)$/s.exec(object) ?? [];
  const [, named = '', table = ''] = /^"?(.+?)"? on (\S+)$/.exec(target) ?? [];
  const name = escapePattern(kind === 'function' ? (target.split('(')[0] ?? '') : named);
  const onTable = `on ${escapePattern(table)}\\b[^;]*;`;
  const patterns: Record<string, string> = {
    function: `create (?:or replace )?function ${name}\\s*\\([\\s\\S]*?\\$\\$;`,
    index: `create (?:unique )?index (?:if not exists )?${escapePattern(target.split('.').at(-1) ?? '')} on [^;]+;`,
    policy: `create policy "${name}"\\s+${onTable}`,
    trigger: `create (?:constraint )?trigger ${name}\\s[^;]*?\\s${onTable}`,
  };
  const pattern = patterns[kind];
  const found = pattern && findLast(pattern, migrations);
  if (!found) return null;
  return kind === 'function'
    ? found.replace(/^create function/, 'create or replace function')
    : `drop ${kind} if exists ${target};\n${found}`;
}

function findLast(pattern: string, migrations: Migration[]): string | undefined {
  const source = new RegExp(`^${pattern}`, 'gm');
  return migrations
    .toReversed()
    .map(({ sql }) => sql.match(source)?.at(-1))
    .find((found) => found !== undefined);
}

function escapePattern(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
}
