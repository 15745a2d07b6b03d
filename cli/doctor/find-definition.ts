import type { Migration } from '../schema/migrations-folder.ts';

type Definition = {
  /** For a missing object. */
  make: string;
  replace: string;
};

/**
 * The statement that creates an object, from the newest migration that contains it.
 * @param object as the database describes it: `function countersign.x(uuid)`, `index …`, `policy "…" on …`, `trigger … on …`
 * @returns null for objects that hold data or need several statements
 */
export function findDefinition(object: string, migrations: Migration[]): Definition | null {
  const [kind = ''] = object.split(' ');
  const rest = object.slice(kind.length + 1);
  if (kind === 'function') return findFunction(rest, migrations);
  if (kind === 'index') {
    const name = rest.split('.').at(-1) ?? '';
    const make = find(
      migrations,
      `create (?:unique )?index (?:if not exists )?${escapePattern(name)} on [^;]+;`,
    );
    return make === null ? null : { make, replace: `drop index ${rest};\n${make}` };
  }
  const [, name = '', table = ''] = /^(?:"(.+?)"|\S+) on (\S+)$/.exec(rest) ?? [];
  if (kind === 'policy') {
    const make = find(
      migrations,
      `create policy "${escapePattern(name)}"\\s+on ${escapePattern(table)}\\M[^;]*;`,
    );
    return make === null ? null : { make, replace: `drop policy "${name}" on ${table};\n${make}` };
  }
  if (kind === 'trigger') {
    const trigger = rest.split(' on ')[0] ?? '';
    const make = find(
      migrations,
      `create (?:constraint )?trigger ${escapePattern(trigger)}\\s[^;]*?\\son ${escapePattern(table)}\\M[^;]*;`,
    );
    return make === null ? null : { make, replace: `drop trigger ${trigger} on ${table};\n${make}` };
  }
  return null;
}

function findFunction(signature: string, migrations: Migration[]): Definition | null {
  const [name = ''] = signature.split('(');
  const found = find(
    migrations,
    `create (?:or replace )?function ${escapePattern(name)}\\s*\\([\\s\\S]*?\\$\\$;`,
  );
  if (found === null) return null;
  const replace = found.replace(/^create (or replace )?function/, 'create or replace function');
  return { make: replace, replace };
}

/** The last match in the newest migration with one. */
function find(migrations: Migration[], pattern: string): string | null {
  const source = new RegExp(`^${pattern.replaceAll('\\M', '\\b')}`, 'gm');
  for (const { sql } of migrations.toReversed()) {
    const found = [...sql.matchAll(source)].at(-1)?.[0];
    if (found) return found;
  }
  return null;
}

function escapePattern(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
}
