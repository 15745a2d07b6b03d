import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeImageFolder } from '../../scripts/image/make-image-folder.ts';
import { withoutConfiguration } from '../../scripts/stack/configuration.ts';
import { findFreePort } from '../../scripts/stack/ports.ts';
import { type Backend, startBackend } from '../../scripts/stack/start-backend.ts';
import { type Recipe, readRecipes } from './testing/read-recipes.ts';
import { unprivileged } from './testing/start-program.ts';
import { waitUntil } from './testing/wait-until.ts';

/** A build takes minutes on a busy machine. */
jest.setTimeout(20 * 60_000);

const platforms = ['systemd', 'Kubernetes'];
const scratch = mkdtempSync(join(tmpdir(), 'countersign-platforms-'));
const folder = join(scratch, 'app');
/** A copy of Node that any user may run: this process's own may be in a home folder. */
const node = join(scratch, 'node');
let backend: Backend;
let recipes: Recipe[];

beforeAll(async () => {
  await makeImageFolder(folder);
  copyFileSync(process.execPath, node);
  // Readable for the unprivileged user.
  execFileSync('chmod', ['-R', 'a+rX', scratch]);
  recipes = await readRecipes();
  const siteUrl = 'https://countersign.example';
  const ports = { port: await findFreePort(), smtpPort: await findFreePort() };
  const environment = withoutConfiguration(process.env);
  backend = await startBackend({ ...ports, siteUrl, dataFolder: join(scratch, 'supabase'), environment });
});
afterAll(async () => {
  await backend?.process.stop();
  rmSync(scratch, { recursive: true, force: true });
});

// Kills the process of a test that timed out.
let stopLater: () => void = () => undefined;
afterEach(() => stopLater());

test.each(platforms)('the recipe for %s starts the site and stops it in time', async (platform) => {
  const recipe = recipes.find((one) => one.platform === platform);
  if (!recipe) throw new Error(`There is no recipe for ${platform}.`);
  const port = await findFreePort();
  const secrets: Record<string, string> = {
    SUPABASE_URL: backend.url,
    SUPABASE_PUBLISHABLE_KEY: backend.publishableKey,
    SUPABASE_SECRET_KEY: backend.secretKey,
    SMTP_URL: backend.smtpUrl,
  };
  // The recipe's variables replace all of this machine's; only the port differs.
  const [, ...words] = recipe.command;
  const site = spawn(node, words, {
    ...unprivileged(),
    cwd: folder,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...recipe.variables, ...secrets, PORT: String(port) } as unknown as NodeJS.ProcessEnv,
  });
  let output = '';
  for (const stream of [site.stdout, site.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  stopLater = () => site.kill('SIGKILL');
  const ended = once(site, 'exit');
  const ask = () => fetch(`http://127.0.0.1:${port}${recipe.healthPath}`).catch(() => null);
  await waitUntil('the site is ready', async () => {
    if (site.exitCode !== null || site.signalCode !== null)
      throw new Error(`It ended before it was ready: ${output}`);
    return (await ask())?.status === 200;
  });
  const kill = globalThis.setTimeout(() => site.kill('SIGKILL'), recipe.graceSeconds * 1000);
  site.kill('SIGTERM');
  const [code, signal] = await ended;
  clearTimeout(kill);
  // The site exited by itself: a killed one would have a signal here.
  expect([code, signal]).toEqual([143, null]);
});
