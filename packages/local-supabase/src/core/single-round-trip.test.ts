import { enableSingleRoundTrips } from './single-round-trip.ts';

/** Records what is sent to Postgres, and answers as Postgres does. */
function makeDriver() {
  const entered: string[] = [];
  const driver = {
    parsers: {},
    query: async (sql: string) => void entered.push(sql),
    exec: async (sql: string) => void entered.push(sql),
    runExclusive: (work: () => unknown) => work(),
    execProtocolStream: async (bytes: Uint8Array) => {
      const statements = [
        ...Buffer.from(bytes)
          .toString()
          .matchAll(/(begin|select [ -~]+)\0/g),
      ].map(([, sql = '']) => sql);
      entered.push(statements.join('; '));
      return statements.flatMap((sql, index) => [
        { name: 'parseComplete' },
        { name: 'bindComplete' },
        ...(index === statements.length - 1
          ? [{ name: 'rowDescription', fields: [{ name: 'answer', dataTypeID: 25 }] }]
          : []),
        { name: 'dataRow', fields: [`to ${sql}`] },
        { name: 'commandComplete', text: 'SELECT 1' },
      ]);
    },
  };
  enableSingleRoundTrips(driver as never);
  return { entered, ask: driver.query as unknown as Ask, exec: driver.exec };
}

type Ask = (sql: string, parameters?: unknown[]) => Promise<{ rows: unknown[] }>;

const setRole = `select set_config('role', $1, true), set_config('search_path', $2, true)`;

test("a transaction's begin and settings are sent with its first statement, which returns only its own rows", async () => {
  const { entered, ask } = makeDriver();
  await ask('begin');
  await ask(setRole, ['anon', '']);
  await ask(`select set_config('request.path', '', true)`);
  expect(entered).toEqual([]);
  expect((await ask('select 1')).rows).toEqual([{ answer: 'to select 1' }]);
  await ask('select 2');
  expect(entered).toEqual([
    `begin; ${setRole}; select set_config('request.path', '', true); select 1`,
    'select 2',
  ]);
});

test('a script, and a statement that is sent separately, run inside the transaction', async () => {
  const { entered, ask, exec } = makeDriver();
  await ask('begin');
  await exec('a script');
  await ask('begin');
  await ask('select any($1)', [[1]]);
  expect(entered).toEqual(['begin', 'a script', 'begin', 'select any($1)']);
});

test('a transaction without statements is never sent, however it ends', async () => {
  const { entered, ask } = makeDriver();
  for (const end of ['commit', 'rollback']) {
    await ask('begin');
    await ask(setRole, ['nobody there', '']);
    await ask(end);
  }
  await ask('select 1');
  expect(entered).toEqual(['select 1']);
});

test('a setting outside a transaction affects no other statement', async () => {
  const { entered, ask } = makeDriver();
  await ask(setRole, ['anon', '']);
  await ask('select 1');
  expect(entered).toEqual([setRole, 'select 1']);
});
