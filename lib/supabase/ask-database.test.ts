import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { readMigrations } from '../../scripts/schema/migrations-folder';

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

test.each([
  ['answers', { status: 200, body: [] }, undefined],
  [
    'schema',
    { status: 406, body: { code: 'PGRST106', message: 'Invalid schema: countersign' } },
    /^The Supabase project does not expose the schema countersign: add it .*$/,
  ],
  // Of nobody's passkey: what it refuses is an answer.
  ['answers', { status: 401, body: { code: 'PT401', message: 'auth.signed_out' } }, undefined],
  [
    'schema',
    { status: 404, body: { code: 'PGRST202', message: 'no such function' } },
    /^The database has no function rename_passkey, so its schema is older than this site: run npm run schema -- apply/,
  ],
  ['database', { status: 500, body: { code: '57014', message: 'cancelled' } }, /57014$/],
])('a project is told apart that %s', async (said, given, line) => {
  const complaints = jest.spyOn(console, 'error').mockImplementation(() => undefined);
  answer = given;
  const { askDatabase } = await import('./ask-database');
  expect(await askDatabase()).toBe(said);
  expect(asked).toEqual([{ path: '/rest/v1/rpc/rename_passkey', schema: 'countersign' }]);
  expect(complaints.mock.calls).toEqual(line ? [[expect.stringMatching(line)]] : []);
  complaints.mockRestore();
});

test('what it asks for is the newest function that servers call, so that an older schema is noticed', async () => {
  answer = { status: 200, body: null };
  const { askDatabase } = await import('./ask-database');
  await askDatabase();
  const granted = readMigrations().flatMap(({ sql }) =>
    [...sql.matchAll(/^grant execute on function ([^;]+?) to [^;]*service_role[^;]*;/gm)].flatMap(
      ([, names = '']) => [...names.matchAll(/countersign\.(\w+)/g)].map(([, name]) => name),
    ),
  );
  expect(asked).toMatchObject([{ path: `/rest/v1/rpc/${granted.at(-1)}` }]);
});
