import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

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
  ['database', { status: 404, body: { code: 'PGRST202', message: 'no such function' } }, /PGRST202$/],
])('a project is told apart that %s', async (said, given, line) => {
  const complaints = jest.spyOn(console, 'error').mockImplementation(() => undefined);
  answer = given;
  const { askDatabase } = await import('./ask-database');
  expect(await askDatabase()).toBe(said);
  expect(asked).toEqual([{ path: '/rest/v1/rpc/account_of_mail_link', schema: 'countersign' }]);
  expect(complaints.mock.calls).toEqual(line ? [[expect.stringMatching(line)]] : []);
  complaints.mockRestore();
});
