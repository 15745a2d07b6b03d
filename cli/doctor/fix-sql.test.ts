import { readExpectedSchema, readMigrations } from '../schema/migrations-folder';
import type { Context } from './context';
import { findDefinition } from './find-definition';
import { fixDifference, writeFixSql } from './fix-sql';

const nothing = { missing: [], changed: [], extra: [] };
const { objects } = readExpectedSchema();
const migrations = readMigrations();

test('repeats every grant of the migrations, after revoking extra ones', () => {
  const extra = [
    'grant on table countersign.proofs to my app',
    'grant on column countersign.proofs.address to my-"app',
    'grant on function countersign.x(uuid, text) to user',
    'grant on schema countersign to public',
  ];
  const statements = fixDifference({ ...nothing, extra }, migrations);
  expect(statements.slice(1, 5)).toEqual([
    'revoke all on table countersign.proofs from "my app";',
    'revoke all (address) on table countersign.proofs from "my-""app";',
    'revoke all on function countersign.x(uuid, text) from "user";',
    'revoke all on schema countersign from public;',
  ]);
  expect(statements.slice(5).join('\n')).toMatch(
    /^-- All rights.*revoke all on all functions.*grant usage.*to service_role;$/s,
  );
});

test('prints no statement for a correct database', () => {
  expect(fixDifference(nothing, migrations)).toEqual([]);
});

test('keeps the functions of a newer database', async () => {
  const changed = ['function countersign.describe_schema()'];
  const write = (order: number) =>
    writeFixSql([], { know: async () => ({ ...nothing, changed, order }) } as unknown as Context);
  expect(await write(0)).toContain('create or replace function countersign.describe_schema()');
  expect(await write(1)).not.toContain('create or replace');
  expect(await write(1)).toContain('-- The schema is newer than this version');
});

test('recreates every function, policy and trigger of this version, from the newest migration that defines it', () => {
  const made = Object.keys(objects).filter((object) => /^(function|policy|trigger) /.test(object));
  const unknown = made.filter((object) => !findDefinition(object, migrations));
  expect(made.length).toBeGreaterThan(200);
  expect(unknown).toEqual([]);
});

test('creates a policy with a shared name on the table that lacks it', () => {
  expect(findDefinition('policy "people read their own rows" on countersign.accounts', migrations)).toBe(
    `drop policy if exists "people read their own rows" on countersign.accounts;
create policy "people read their own rows" on countersign.accounts
  for select to authenticated using ((select auth.uid()) = user_id);`,
  );
});

test("a recreated function can't be called before its own grants", () => {
  const missing = ['function countersign.describe_schema()'];
  const statements = fixDifference({ ...nothing, missing }, migrations)
    .join('\n')
    .split('\n');
  const place = (start: string) => statements.findIndex((line) => line.startsWith(start));
  expect(place('create or replace function countersign.describe_schema()')).toBe(1);
  expect(place('revoke all on all functions')).toBeGreaterThan(1);
  expect(place('grant execute on function')).toBeGreaterThan(place('revoke all on all functions'));
});

test('leaves objects that hold data to the operator', () => {
  const [, said] = fixDifference({ ...nothing, missing: ['table countersign.wallets'] }, migrations);
  expect(said).toMatch(/^-- By hand: table countersign.wallets is missing or changed/);
});
