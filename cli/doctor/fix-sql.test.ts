import { hash } from 'node:crypto';
import { readExpectedSchema } from '../schema/expected-schema';
import { readMigrations } from '../schema/migrations-folder';
import { findDefinition } from './find-definition';
import { fixRight } from './fix-right';
import { fixDifference, giveAllRights, readExposedSchemas } from './fix-sql';

const md5 = (text: string) => hash('md5', text, 'hex');
const nothing = { missing: [], changed: [], extra: [] };
const { objects } = readExpectedSchema();
const migrations = readMigrations();

test.each([
  [
    'grant on function countersign.x(uuid) to service_role',
    'EXECUTE',
    'grant execute on function countersign.x(uuid) to "service_role";',
  ],
  [
    'grant on table countersign.x to authenticated',
    'INSERT, SELECT',
    'grant insert, select on table countersign.x to "authenticated";',
  ],
  [
    'grant on column countersign.x.name to authenticated',
    'SELECT',
    'grant select (name) on table countersign.x to "authenticated";',
  ],
  [
    'grant on schema countersign to authenticated',
    'USAGE',
    'grant usage on schema countersign to "authenticated";',
  ],
])('%s is given anew, and nothing besides', (object, privileges, statement) => {
  const [revoke, grant] = fixRight(object, md5(privileges)).split('\n');
  expect(revoke).toMatch(/^revoke all .* from "\w+";$/);
  expect(grant).toBe(statement);
});

test('a role whose name needs quotes gets them', () => {
  expect(fixRight('grant on table countersign.x to my-"app', null)).toBe(
    'revoke all on table countersign.x from "my-""app";',
  );
});

test.each(['user', 'all', 'current_user'])('a role called by the reserved word %s is a role', (name) => {
  expect(fixRight(`grant on table countersign.x to ${name}`, null)).toBe(
    `revoke all on table countersign.x from "${name}";`,
  );
});

test('rights on columns go with the right on their table, also of a role with a space in its name', () => {
  const extra = ['grant on table countersign.proofs to my app'];
  const given = { 'grant on column countersign.proofs.address to my app': md5('SELECT') };
  expect(fixDifference({ objects: given }, { ...nothing, extra }, migrations)).toEqual([
    'revoke all on table countersign.proofs from "my app";',
    expect.stringContaining('grant select (address) on table countersign.proofs to "my app";'),
  ]);
});

test('a database that lets the server do nothing more gets every right of this version, tables before their columns', () => {
  const statements = giveAllRights({ objects }).join('\n').split('\n');
  const count = Object.keys(objects).filter((object) => object.startsWith('grant on ')).length;
  expect(statements.filter((line) => line.startsWith('grant '))).toHaveLength(count);
  expect(statements).toContain('grant execute on function countersign.describe_schema() to "service_role";');
  expect(statements.join('\n')).not.toContain('By hand');
  const lastTable = statements.findLastIndex((line) => /^revoke all on table/.test(line));
  const firstColumn = statements.findIndex((line) => /^revoke all \(/.test(line));
  expect(firstColumn).toBeGreaterThan(lastTable);
});

test('a right that nobody should have is taken away', () => {
  expect(fixRight('grant on function countersign.x(uuid, text) to public', null)).toBe(
    'revoke all on function countersign.x(uuid, text) from public;',
  );
});

test('every right of this version can be given', () => {
  const rights = Object.entries(objects).filter(([object]) => object.startsWith('grant on '));
  const unknown = rights.filter(([object, expected]) => fixRight(object, expected).includes('By hand'));
  expect(unknown).toEqual([]);
});

test('every function, policy and trigger of this version can be made anew, from the newest migration that has it', () => {
  const made = Object.keys(objects).filter((object) => /^(function|policy|trigger) /.test(object));
  const unknown = made.filter((object) => !findDefinition(object, migrations));
  expect(made.length).toBeGreaterThan(200);
  expect(unknown).toEqual([]);
});

test('a policy that several tables have is made on the one that lacks it', () => {
  expect(
    findDefinition('policy "people read their own rows" on countersign.accounts', migrations)?.make,
  ).toBe(
    `create policy "people read their own rows" on countersign.accounts
  for select to authenticated using ((select auth.uid()) = user_id);`,
  );
});

test("a function that is made anew is nobody's to call before its own rights are given", () => {
  const missing = [
    'function countersign.describe_schema()',
    'grant on function countersign.describe_schema() to service_role',
  ];
  const statements = fixDifference({ objects }, { ...nothing, missing }, migrations)
    .join('\n')
    .split('\n');
  const place = (start: string) => statements.findIndex((line) => line.startsWith(start));
  expect(place('create or replace function countersign.describe_schema()')).toBe(0);
  expect(place('revoke all on function countersign.describe_schema() from public, anon')).toBeGreaterThan(0);
  expect(place('grant execute on function countersign.describe_schema() to "service_role"')).toBe(
    statements.length - 1,
  );
});

test('a right on a table is not mended at the cost of those on its columns', () => {
  const extra = ['grant on table countersign.proofs to authenticated'];
  const statements = fixDifference({ objects }, { ...nothing, extra }, migrations);
  expect(statements[0]).toBe('revoke all on table countersign.proofs from "authenticated";');
  expect(statements).toContainEqual(
    expect.stringContaining('grant select (address) on table countersign.proofs to "authenticated";'),
  );
});

test('what holds data is left to a person', () => {
  const [said] = fixDifference(
    { objects },
    { ...nothing, missing: ['table countersign.wallets'] },
    migrations,
  );
  expect(said).toMatch(/^-- By hand: table countersign.wallets is missing/);
});

test.each([
  [
    'of today',
    'Only the following schemas are exposed: public, graphql_public, my-api',
    'public, graphql_public, my-api',
  ],
  ['before 13', 'The schema must be one of the following: public, api', 'public, api'],
  ['that says neither', 'permission denied', null],
])('the schemas that a PostgREST %s shows stay shown', (_, message, shown) => {
  expect(readExposedSchemas(JSON.stringify({ code: 'PGRST106', message }))).toBe(shown);
});
