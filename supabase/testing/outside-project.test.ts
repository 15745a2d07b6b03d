import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  enterOutsideProject,
  isOutside,
  leaveOutsideProject,
  readOutsideProject,
  readOutsideVariables,
} from './outside-project';

type Account = { id: string; email?: string };

/** The accounts that the emulated Auth returns. */
let accounts: Account[];
const asked: string[] = [];
const server = createServer((request, response) => {
  asked.push(`${request.method} ${request.url} ${request.headers.apikey}`);
  response.end(JSON.stringify(answer(request)));
});

function answer({ method, url = '' }: IncomingMessage): object {
  const { pathname, searchParams } = new URL(url, 'http://project');
  if (method === 'DELETE') {
    accounts = accounts.filter(({ id }) => !pathname.endsWith(`/${id}`));
    return {};
  }
  const [page, size] = [Number(searchParams.get('page')), Number(searchParams.get('per_page'))];
  return { users: accounts.slice((page - 1) * size, page * size) };
}

const configured = () => ({
  SUPABASE_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
  SUPABASE_PUBLISHABLE_KEY: 'sb_publishable_x',
  SUPABASE_SECRET_KEY: 'sb_secret_x',
  SUPABASE_DB_URL: 'postgres://postgres:postgres@127.0.0.1:54322/postgres',
  MAILBOX_URL: 'http://127.0.0.1:54324/',
  SMTP_URL: 'smtp://127.0.0.1:54325',
});
const before = { ...process.env };
const said = jest.spyOn(console, 'log').mockImplementation(() => undefined);

beforeAll(() => new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening)));
beforeEach(() => {
  accounts = [];
  asked.length = 0;
  said.mockClear();
});
afterEach(() => {
  process.env = { ...before };
});
afterAll(() => new Promise((closed) => server.close(closed)));

test('never touches a configured project without TEST_BACKEND=outside', async () => {
  process.env = { ...before, ...configured() };
  expect(await enterOutsideProject()).toBeUndefined();
  expect(readOutsideProject()).toBeUndefined();
  expect(asked).toEqual([]);
});

test('refuses other values of TEST_BACKEND', () => {
  for (const TEST_BACKEND of [undefined, '', ' ']) expect(isOutside({ TEST_BACKEND })).toBe(false);
  for (const TEST_BACKEND of ['1', 'true', 'Outside', 'local'])
    expect(() => isOutside({ TEST_BACKEND })).toThrow(`TEST_BACKEND is ${TEST_BACKEND}.`);
});

test('names every missing variable, and reads no file for it', () => {
  expect(() => readOutsideVariables({ SUPABASE_URL: 'http://127.0.0.1:54321', SMTP_URL: ' ' })).toThrow(
    'needs SUPABASE_PUBLISHABLE_KEY, SUPABASE_SECRET_KEY, SUPABASE_DB_URL, MAILBOX_URL, SMTP_URL too',
  );
});

test.each([
  ['somebody with another address', { id: 'b', email: 'ada@company.example' }],
  ['somebody whose address only begins like one of ours', { id: 'b', email: 'ada@example.com.evil.test' }],
  ['somebody who came by wallet', { id: 'b' }],
])('refuses a project where %s has an account, on any page of the list', async (_who, external) => {
  process.env = { ...before, ...configured(), TEST_BACKEND: 'outside' };
  accounts = Array.from({ length: 200 }, (_, index) => ({ id: `a${index}`, email: `${index}@example.com` }));
  accounts.push(external);
  await expect(enterOutsideProject()).rejects.toThrow('has accounts that no test made: 1.');
  expect(readOutsideProject()).toBeUndefined();
  expect(asked.filter((line) => !line.startsWith('GET '))).toEqual([]);
});

test('finally removes the accounts of the tests, and no others', async () => {
  const stranger = { id: 'c', email: 'ada@company.example' };
  accounts = [{ id: 'a', email: 'ada@example.test' }, { id: 'b' }, stranger];
  await leaveOutsideProject(readOutsideVariables(configured()));
  expect(accounts).toEqual([stranger]);
  expect(new Set(asked.map((line) => line.split(' ')[2]))).toEqual(new Set(['sb_secret_x']));
});
