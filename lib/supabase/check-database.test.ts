import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { readMigrations } from '../../cli/schema/migrations-folder';

let project: Server;
let answer: { status: number; body: unknown };
let asked: Record<string, unknown>[];
beforeAll(async () => {
  project = createServer((request, response) => {
    asked.push({ path: request.url, schema: request.headers['content-profile'] });
    response.writeHead(answer.status, { 'content-type': 'application/json' });
    response.end(JSON.stringify(answer.body));
  });
  await new Promise<void>((listening) => project.listen(0, '127.0.0.1', listening));
  process.env.SUPABASE_URL = `http://127.0.0.1:${(project.address() as AddressInfo).port}`;
  process.env.SUPABASE_PUBLISHABLE_KEY = 'sb_publishable_test';
  process.env.SUPABASE_SECRET_KEY = 'sb_secret_test';
});
beforeEach(() => {
  asked = [];
});
afterAll(() => project.close());

const newest = readMigrations().at(-1)?.version ?? '';

test.each([
  ['answers', { status: 200, body: newest }, undefined],
  ['answers', { status: 200, body: '99990101000000' }, undefined],
  [
    'schema',
    { status: 200, body: '20261122170500' },
    /^The database has the schema 20261122170500, and this site needs \d{14}: run npm run schema -- apply/,
  ],
  [
    'schema',
    { status: 406, body: { code: 'PGRST106', message: 'Invalid schema: countersign' } },
    /^The Supabase project does not expose the schema countersign: add it .*$/,
  ],
  [
    'schema',
    { status: 404, body: { code: 'PGRST202', message: 'no such function' } },
    /^The database has no function schema_version, so its schema is older than this site: run npm run schema -- apply/,
  ],
  ['database', { status: 500, body: { code: '42501', message: 'denied' } }, /42501$/],
  ['database', { status: 503, body: { code: 'PGRST002', message: 'no schema cache' } }, undefined],
])('recognizes a project that %s', async (said, given, line) => {
  const complaints = jest.spyOn(console, 'error').mockImplementation(() => undefined);
  jest.spyOn(console, 'warn').mockReturnValue();
  answer = given;
  const { checkDatabase } = await import('./check-database');
  expect(await checkDatabase()).toBe(said);
  expect(asked).toEqual([{ path: '/rest/v1/rpc/schema_version', schema: 'countersign' }]);
  expect(complaints.mock.calls).toEqual(line ? [[expect.stringMatching(line)]] : []);
  complaints.mockRestore();
});

test("the required version is the newest migration's", async () => {
  const needed = Number(newest) - 1;
  answer = { status: 200, body: String(needed) };
  const complaints = jest.spyOn(console, 'error').mockImplementation(() => undefined);
  const { checkDatabase } = await import('./check-database');
  expect(await checkDatabase()).toBe('schema');
  complaints.mockRestore();
  const told = readMigrations().flatMap(({ sql }) =>
    [
      ...sql.matchAll(
        /function countersign\.schema_version\(\) returns text\n[^']*'' as \$\$ select '(\d+)' \$\$;/g,
      ),
    ].map(([, version]) => version),
  );
  expect(told.at(-1)).toBe(newest);
});
