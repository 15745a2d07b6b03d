import { spawn, spawnSync } from 'node:child_process';
import { accessSync, constants, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findNpm } from './find-npm.mjs';

/** Exit codes of commands that could not look. Their 1 means a finding. */
const unlooked = { doctor: 2, 'verify-proof': 2 };
/** Commands in the image too: `cli`, which needs the packages installed. */
const forOperators = ['schema', 'app', 'account', 'doctor', 'verify-proof'];

// Everything that runs before the version is known lives in plain JavaScript that Node 20 understands.
const projectFolder = dirname(dirname(fileURLToPath(import.meta.url)));
const packageJson = JSON.parse(readFileSync(`${projectFolder}/package.json`, 'utf8'));
const requiredVersion = packageJson.engines.node.replace('>=', '');
// One exact version, the one that all of this was tested with: whatever is published next as 24 runs here only once
// someone has tried it. Taken from npm's cache without asking the registry, it is also the same on every machine.
const borrowedVersion = '24.21.0';

// `node scripts/run.mjs <name> [arguments]` runs commands/<name>.ts, or the file of that path without its `.ts`, or else
// the tool of that name in node_modules (biome, tsc, jest) with the packages installed. Borrows a newer Node from the npm
// registry if this one is too old; npm keeps it in its own cache. Its own words go to stderr, because a command's answer
// on stdout may be JSON. Paths count from where the command was typed, and commands run in the project's folder.
process.env.INIT_CWD ??= process.cwd();
process.chdir(projectFolder);
const npm = findNpm();
if (!npm) endWith('npm was not found. Install Node 24 from https://nodejs.org, which brings npm.');
process.env.npm_execpath = npm;
giveNpmAFolder();
endWithNpm();
if (isNewEnough(process.versions.node)) await runHere(process.argv[2], process.argv.slice(3));
else runAgainOn(borrowNode());

async function runHere(name, args) {
  try {
    if (forOperators.includes(name)) {
      const { installDependencies } = await import('./prepare/install-dependencies.ts');
      await installDependencies();
      const { loadEnvironmentFiles } = await import('../cli/project/environment.ts');
      loadEnvironmentFiles('production');
      const { run } = await import('../cli/main.ts');
      return endOnceRead(await run([name, ...args]));
    }
    const command = [`scripts/commands/${name}.ts`, `${name}.ts`].find((file) => existsSync(file));
    if (command) {
      const { run } = await import(`../${command}`);
      return endOnceRead(await run(args));
    }
    const { runTool } = await import('./run-tool.ts');
    await runTool(name, args);
  } catch (error) {
    endWith(error?.name === 'PlainFailure' ? error.message : error);
  }
}

/** npm keeps what it fetches in the home folder, or in the checkout if that isn't writable. */
function giveNpmAFolder() {
  const cache = process.env.npm_config_cache ?? join(homedir(), '.npm');
  try {
    mkdirSync(cache, { recursive: true });
    accessSync(cache, constants.W_OK);
  } catch {
    process.env.npm_config_cache = join(projectFolder, '.local', 'npm');
    console.error(`${cache} is not writable, so npm uses .local/npm as its cache.`);
  }
}

function borrowNode() {
  console.error(
    `Countersign runs on Node ${requiredVersion} or newer and this is ${process.versions.node}, so npm provides Node ${borrowedVersion} for this command …`,
  );
  // A cached copy is taken without asking the registry again, so that this works offline after the first time.
  const borrowed = spawnSync(
    process.execPath,
    [
      npm,
      ...['exec', '--yes', '--prefer-offline', '--fetch-retries=1', '--fetch-retry-mintimeout=1000'],
      ...[`--package=node@${borrowedVersion}`, '--', 'node', '-p', 'process.execPath'],
    ],
    {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, npm_config_loglevel: 'error' },
    },
  );
  const path = borrowed.stdout?.trim().split('\n').at(-1);
  if (borrowed.status === 0 && path) return path;
  const [reason] = borrowed.stderr?.match(/npm error (?!code|syscall|errno).*/) ?? [];
  return endWith(
    `npm could not fetch Node ${borrowedVersion}${reason ? ` (${reason.slice(10)})` : ''}. ` +
      'Connect this machine to the internet and try again, or install Node 24 from https://nodejs.org.',
  );
}

function runAgainOn(node) {
  process.env.PATH = dirname(node) + delimiter + process.env.PATH;
  // Over the channel the other process notices when this one is killed, and ends too.
  const child = spawn(node, process.argv.slice(1), { stdio: ['inherit', 'inherit', 'inherit', 'ipc'] });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
    process.on(signal, () => {
      // A Windows console tells every process by itself, and there `kill` would not let it end cleanly.
      if (process.platform !== 'win32') child.kill(signal);
    });
  }
  child.on('error', (error) =>
    endWith(`Node ${borrowedVersion} from npm could not be started: ${error.message}`),
  );
  child.on('exit', (code) => process.exit(code ?? failureCode()));
}

/** npm runs us through a shell that dies of the SIGTERM npm passes on, without telling us: notice that. */
function endWithNpm() {
  if (!process.env.npm_lifecycle_event) return;
  const shell = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === shell) return;
    clearInterval(timer);
    process.kill(process.pid, 'SIGTERM');
  }, 200);
  timer.unref();
}

function isNewEnough(version) {
  const [major, minor] = version.split('.').map(Number);
  const [requiredMajor, requiredMinor] = requiredVersion.split('.').map(Number);
  return major > requiredMajor || (major === requiredMajor && minor >= requiredMinor);
}

function failureCode() {
  return unlooked[process.argv[2]] ?? 1;
}

/** Ending at once would cut a pipe off at the 64 kB that it holds. */
function endOnceRead(code) {
  process.stdout.write('', () => process.exit(code));
}

/** Anyone who reads a command for operators by a program gets its JSON also where it never began. */
function endWith(failure) {
  const code = failureCode();
  if (forOperators.includes(process.argv[2]) && process.argv.includes('--json'))
    console.log(JSON.stringify({ format: 1, exit_code: code, error: failure?.message ?? failure }));
  else console.error(failure);
  process.exit(code);
}
