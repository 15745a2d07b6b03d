import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { holdLock } from './hold-lock.ts';

let folder: string;
let file: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'hold-lock-'));
  file = join(folder, 'new', 'one.lock');
});

afterEach(() => rmSync(folder, { recursive: true }));

test('two at once work one after the other, and the second says whom it waits for', async () => {
  const steps: string[] = [];
  const finish = Promise.withResolvers<void>();
  const first = holdLock(file, async () => {
    steps.push('first begins');
    await finish.promise;
    steps.push('first ends');
  });
  const second = holdLock(file, async () => void steps.push('second'), {
    onWait: (holder) => {
      steps.push(`waits for ${holder}`);
      finish.resolve();
    },
  });
  await Promise.all([first, second]);
  expect(steps).toEqual(['first begins', `waits for ${process.pid}`, 'first ends', 'second']);
});

test('takes over from a process that was killed', async () => {
  const dead = spawnSync(process.execPath, ['--version']).pid;
  await holdLock(join(folder, 'any.lock'), async () => undefined);
  writeFileSync(join(folder, 'any.lock'), String(dead));
  await expect(holdLock(join(folder, 'any.lock'), async () => 'done')).resolves.toBe('done');
});

test('lets go when the work fails', async () => {
  const failing = holdLock(file, async () => {
    throw new Error('broken');
  });
  await expect(failing).rejects.toThrow('broken');
  expect(existsSync(file)).toBe(false);
});
