import { PlainFailure } from '../plain-failure.ts';
import { formatCommand } from '../project/format-command.ts';
import { historySql, recordSql } from './history.ts';
import type { Migration } from './migrations-folder.ts';

/** For other migration tools. @param from only migrations after this version; null for all */
export function printSchema(migrations: Migration[], from: string | null): string {
  if (from !== null && !migrations.some(({ version }) => version === from))
    throw new PlainFailure(`There is no migration ${from}.`);
  const wanted = migrations.filter(({ version }) => from === null || version > from);
  if (wanted.length === 0) throw new PlainFailure(`${from} is the newest migration.`);
  return [
    `-- The schema of Countersign${from === null ? '' : ` after ${from}`}, up to ${wanted.at(-1)?.version}.`,
    '-- Run it as the postgres role in one transaction, as migration tools do (psql -1 -f <file>),',
    '-- so that a failure leaves nothing behind.',
    ...wanted.flatMap((migration) => [
      `\n-- ${migration.version}_${migration.name}\n`,
      migration.sql.trimEnd(),
    ]),
    `\n-- The record that ${formatCommand('schema', 'apply')} and check read.\n`,
    historySql,
    ...wanted.map((migration) => recordSql(migration, 'printed')),
  ].join('\n');
}
