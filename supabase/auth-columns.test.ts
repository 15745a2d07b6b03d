import { spawnSync } from 'node:child_process';
import { listCheckedColumns, listUsedColumns } from './testing/auth-columns';

const flatten = (columns: Map<string, Set<string>>) =>
  [...columns].flatMap(([table, names]) => [...names].map((name) => `auth.${table}.${name}`)).sort();

it('what a function uses of Auth is what the schema looks for before it creates anything', () => {
  const used = listUsedColumns();
  // Optional: functions ask whether a project has passkeys.
  expect(used.delete('webauthn_credentials')).toBe(true);
  expect(flatten(used)).toEqual(flatten(listCheckedColumns()));
});

it('a column that nobody looks for is found', () => {
  const uses = `create function countersign.x() as $$ select u.phone from auth.users u where u.shoe_size > 40 $$;`;
  expect(flatten(listUsedColumns(uses))).toEqual(['auth.users.phone', 'auth.users.shoe_size']);
});

it.each(['select email from auth.users where shoe_size > 3', 'delete from auth.sessions where color = 1'])(
  'a column that no alias names could be missed: %s',
  (sql) => {
    const uses = `create function countersign.x() as $$ ${sql}; $$;`;
    expect(() => listUsedColumns(uses)).toThrow('Name the columns by an alias');
  },
);

it('a project without one of these columns is refused, and told which', () => {
  const tried = spawnSync(process.execPath, ['supabase/testing/drop-auth-columns.ts'], { encoding: 'utf8' });
  expect([tried.status, tried.stderr]).toEqual([0, '']);
  const said: [column: string, missing?: string][] = JSON.parse(tried.stdout);
  expect(said.map(([column]) => column)).toEqual(flatten(listCheckedColumns()));
  // Another one is made of some, and goes with them.
  expect(said.filter(([column, missing]) => !missing?.split(', ').includes(column))).toEqual([]);
});
