import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type Server } from 'node:net';
import { findFreePort, findNextPort, readPort, refuseTakenPort } from './ports.ts';

const servers: Server[] = [];

async function listen(port: number, host: string): Promise<void> {
  const server = createServer().listen(port, host);
  servers.push(server);
  await once(server, 'listening');
}

afterEach(() => {
  for (const server of servers.splice(0)) server.close();
});

test('finds a port that is free', async () => {
  const port = await findFreePort();
  await expect(listen(port, '127.0.0.1')).resolves.toBeUndefined();
});

test('reserves a port for its caller until a process listens there', async () => {
  const given = await Promise.all(Array.from({ length: 200 }, findFreePort));
  expect(new Set(given).size).toBe(200);
  const script = `import { findFreePort } from './scripts/stack/ports.ts';
    const given = await Promise.all(Array.from({ length: 200 }, findFreePort));
    console.log(JSON.stringify(given));`;
  const { stdout } = spawnSync(process.execPath, ['--input-type=module', '-e', script], { encoding: 'utf8' });
  expect(JSON.parse(stdout).filter((port: number) => given.includes(port))).toEqual([]);
});

test.each(['127.0.0.1', '0.0.0.0'])(
  'refuses a port taken on %s, naming it and what to type',
  async (host) => {
    const port = await findFreePort();
    await listen(port, host);
    const refusal = refuseTakenPort(port, 'PORT=3001 npm start');
    await expect(refusal).rejects.toThrow(`Port ${port} is already in use`);
    await expect(refusal).rejects.toThrow('PORT=3001 npm start');
  },
);

test('accepts a free port', async () => {
  await expect(refuseTakenPort(await findFreePort(), '')).resolves.toBeUndefined();
});

test('uses the fallback for an unset port', () => {
  expect(readPort({ PORT: ' ' }, 'PORT', 3000)).toBe(3000);
});

test.each(['0', '65536', '3000.5', '0x10', '-1', 'abc', '3000 '.repeat(2)])(
  'refuses %p as a port',
  (text) => {
    expect(() => readPort({ PORT: text }, 'PORT', 3000)).toThrow('PORT must be a whole number');
  },
);

it('the next port is the first that no program uses or is about to use', async () => {
  const port = await findFreePort();
  expect(await findNextPort(port, [])).toBe(port);
  await listen(port, '127.0.0.1');
  const next = await findNextPort(port, []);
  expect(next).toBeGreaterThan(port);
  expect(await findNextPort(port, [next])).toBeGreaterThan(next);
});
