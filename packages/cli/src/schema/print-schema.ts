import { PlainFailure } from '../plain-failure.ts';
import { sayCommand } from '../project/say-command.ts';
import { historySql, recordSql } from './history.ts';
import type { Migration } from './migrations-folder.ts';

/**
 * The migrations as one SQL file, with their record, for a team that runs migrations by a tool of its own.
 * @param from only what comes after this version; null for all
 * @throws PlainFailure where no migration has that version, or nothing comes after it
 */
export function printSchema(migrations: Migration[], from: string | null): string {
  if (from !== null && !migrations.some(({ version }) => version === from))
    throw new PlainFailure(`There is no migration ${from}.`);
  const wanted = migrations.filter(({ version }) => from === null || version > from);
  if (wanted.length === 0) throw new PlainFailure(`Nothing comes after ${from}: it is the newest.`);
  return [
    `-- The schema of Countersign${from === null ? '' : ` after ${from}`}, up to ${wanted.at(-1)?.version}.`,
    '-- Run it as the role postgres of the project and in one transaction, as migration tools do (psql -1 -f <file>).',
    '-- A part of it that failed must not stay.',
    ...wanted.flatMap((migration) => [
      `\n-- ${migration.version}_${migration.name}\n`,
      migration.sql.trimEnd(),
    ]),
    `\n-- What ${sayCommand('schema', 'apply')} and check go by.\n`,
    historySql,
    ...wanted.map((migration) => recordSql(migration, 'printed')),
  ].join('\n');
}
