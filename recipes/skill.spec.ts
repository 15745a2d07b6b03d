import { execFile, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { enterPassword } from '../e2e/fixtures/account.ts';
import { expect, test } from '../e2e/fixtures/test.ts';
import { inProject } from '../scripts/project-folder.ts';
import { findFreePort } from '../scripts/stack/ports.ts';
import { openOwner } from './owner.ts';

test('an agent that follows SKILL.md in an empty folder gets a page that requires a wallet', async ({
  page,
  addresses,
  account,
}) => {
  const { wallet } = await openOwner(addresses, account);
  const app = `http://localhost:${await findFreePort()}`;
  const skill = readFileSync(inProject('packages/countersign/SKILL.md'), 'utf8')
    .replaceAll('http://localhost:3000', addresses.siteUrl)
    .replaceAll('http://localhost:4000', app)
    .replace('-p 4000', `-p ${new URL(app).port}`);
  const blocks = [...skill.matchAll(/(?:^`(\S+)`:\n\n)?^```(\w+)\n(.*?)^```/gms)];
  const commands = blocks.filter(([, , language]) => language === 'sh').map(([, , , code = '']) => code);
  const [start, register = '', install = '', run = '', check = ''] = commands;
  expect([start, commands.length]).toEqual(['npm start\n', 5]);
  const folder = mkdtempSync(join(tmpdir(), 'countersign-skill-'));
  const sh = (command: string, cwd = folder, env = {}) =>
    promisify(execFile)('sh', ['-ec', command], { cwd, env: { ...process.env, ...env } });
  const { supabaseUrl: SUPABASE_URL, secretKey: SUPABASE_SECRET_KEY, siteUrl: SITE_URL } = addresses;
  const project = { SUPABASE_URL, SUPABASE_SECRET_KEY, SITE_URL };
  const { stdout } = await sh(register, inProject('.'), project);
  writeFileSync(join(folder, '.env.local'), (stdout.match(/^(export )?[A-Z_]+=.*$/gm) ?? []).join('\n'));
  await sh(install);
  for (const [, file = '', language, code = ''] of blocks)
    if (language !== 'sh') {
      mkdirSync(dirname(join(folder, file)), { recursive: true });
      writeFileSync(join(folder, file), code);
    }
  const server = spawn('sh', ['-c', `exec ${run}`], {
    cwd: folder,
    detached: true,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  try {
    await new Promise<void>((ready, failed) => {
      server.on('exit', () => failed(new Error('The server ended.')));
      server.stdout.on('data', (piece) => String(piece).includes('Ready in') && ready());
    });
    expect((await sh(check)).stdout).toContain(`${app}/auth/sign-in`);
    await page.goto(`${app}/members`);
    await enterPassword(page, account);
    await page.getByRole('button', { name: 'Share and continue' }).click();
    await expect(page.getByText(`Welcome, owner of ${wallet}.`)).toBeVisible();
    await page.getByRole('button', { name: 'Sign out' }).click();
    await expect(page).toHaveURL(`${app}/`);
  } finally {
    process.kill(-(server.pid ?? 0), 'SIGKILL');
    rmSync(folder, { recursive: true });
  }
});
