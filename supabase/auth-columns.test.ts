import { spawnSync } from 'node:child_process';
import { listCheckedColumns, listUsedColumns } from './testing/auth-columns';

const flatten = (columns: Map<string, Set<string>>) =>
  [...columns].flatMap(([table, names]) => [...names].map((name) => `auth.${table}.${name}`)).sort();

it('the schema first checks exactly the columns of Auth that its functions use', () => {
  const used = listUsedColumns();
  // Optional: functions check whether a project has passkeys.
  expect(used.delete('webauthn_credentials')).toBe(true);
  expect(flatten(used)).toEqual(flatten(listCheckedColumns()));
});

it('finds a used column that is not checked', () => {
  const uses = `create function countersign.x() as $$ select u.phone from auth.users u where u.shoe_size > 40 $$;`;
  expect(flatten(listUsedColumns(uses))).toEqual(['auth.users.phone', 'auth.users.shoe_size']);
});

it.each(['select email from auth.users where shoe_size > 3', 'delete from auth.sessions where color = 1'])(
  'refuses statements in which a used column could be missed, since no alias names it: %s',
  (sql) => {
    const uses = `create function countersign.x() as $$ ${sql}; $$;`;
    expect(() => listUsedColumns(uses)).toThrow('Name the columns by an alias');
  },
);

it('refuses a project that lacks one of these columns, and names it', () => {
  const tried = spawnSync(process.execPath, ['supabase/testing/drop-auth-columns.ts'], { encoding: 'utf8' });
  expect([tried.status, tried.stderr]).toEqual([0, '']);
  const said: [column: string, missing?: string][] = JSON.parse(tried.stdout);
  expect(said.map(([column]) => column)).toEqual(flatten(listCheckedColumns()));
  // A generated column is dropped together with its source.
  expect(said.filter(([column, missing]) => !missing?.split(', ').includes(column))).toEqual([]);
});
