import { spawn, spawnSync } from 'node:child_process';
import { accessSync, constants, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findNpm } from './find-npm.mjs';

/** Exit codes of a command that couldn't start. For these commands, 1 would report a finding. */
const couldNotCheck = { doctor: 2, 'verify-proof': 2 };
/** Operators' commands, which are in `cli` and in the image. They need installed packages. */
const forOperators = ['schema', 'app', 'account', 'doctor', 'verify-proof'];

// This file runs before the check of Node's version, so it uses only JavaScript that Node 20 understands.
const projectFolder = dirname(dirname(fileURLToPath(import.meta.url)));
const packageJson = JSON.parse(readFileSync(`${projectFolder}/package.json`, 'utf8'));
const requiredVersion = packageJson.engines.node.replace('>=', '');
// One exact, tested version, the same on every machine: a later release of Node 24 is used only after a test here. npm also
// takes an exact version from its cache without a request to the registry.
const downloadedVersion = '24.21.0';

// `node scripts/run.mjs <name> [arguments]` runs commands/<name>.ts, an operators' command, a program by its path without the extension,
// or a tool of node_modules (biome, tsc, jest), whose packages it installs. If this Node is too old, npm provides a newer one from its cache or the
// registry. Own messages go to stderr, because a command's stdout may be JSON. Commands run in the project folder;
// INIT_CWD is the folder where the user typed the command.
process.env.INIT_CWD ??= process.cwd();
process.chdir(projectFolder);
const npm = findNpm();
if (!npm) endWith('npm was not found. Install Node 24 from https://nodejs.org, which brings npm.');
process.env.npm_execpath = npm;
ensureNpmCache();
endWithNpm();
if (isNewEnough(process.versions.node)) await runHere(process.argv[2], process.argv.slice(3));
else runAgainOn(downloadNode());

async function runHere(name, args) {
  try {
    if (forOperators.includes(name)) {
      const { installDependencies } = await import('./prepare/install-dependencies.ts');
      await installDependencies();
      const { loadEnvironmentFiles } = await import('../cli/project/environment.ts');
      loadEnvironmentFiles('production');
      const { run } = await import('../cli/main.ts');
      return exitWhenDrained(await run([name, ...args]));
    }
    const command = [`scripts/commands/${name}.ts`, `${name}.ts`, `${name}.mjs`].find(existsSync);
    if (command) {
      const { run } = await import(`../${command}`);
      // Programs in JavaScript have run when they are imported.
      return exitWhenDrained(command.endsWith('.mjs') && !run ? undefined : await run(args));
    }
    const { runTool } = await import('./run-tool.ts');
    await runTool(name, args);
  } catch (error) {
    endWith(error?.name === 'PlainFailure' ? error.message : error);
  }
}

/** Sets npm's cache to a folder in the checkout if the default one isn't writable. */
function ensureNpmCache() {
  const cache = process.env.npm_config_cache ?? join(homedir(), '.npm');
  try {
    mkdirSync(cache, { recursive: true });
    accessSync(cache, constants.W_OK);
  } catch {
    process.env.npm_config_cache = join(projectFolder, '.local', 'npm');
    console.error(`${cache} is not writable, so npm uses .local/npm as its cache.`);
  }
}

function downloadNode() {
  console.error(
    `Countersign runs on Node ${requiredVersion} or newer and this is ${process.versions.node}, so npm provides Node ${downloadedVersion} for this command …`,
  );
  // --prefer-offline uses a cached copy, so that this works offline after the first time.
  const downloaded = spawnSync(
    process.execPath,
    [
      npm,
      ...['exec', '--yes', '--prefer-offline', '--fetch-retries=1', '--fetch-retry-mintimeout=1000'],
      ...[`--package=node@${downloadedVersion}`, '--', 'node', '-p', 'process.execPath'],
    ],
    {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, npm_config_loglevel: 'error' },
    },
  );
  const path = downloaded.stdout?.trim().split('\n').at(-1);
  if (downloaded.status === 0 && path) return path;
  const [reason] = downloaded.stderr?.match(/npm error (?!code|syscall|errno).*/) ?? [];
  return endWith(
    `npm could not fetch Node ${downloadedVersion}${reason ? ` (${reason.slice(10)})` : ''}. ` +
      'Connect this machine to the internet and try again, or install Node 24 from https://nodejs.org.',
  );
}

function runAgainOn(node) {
  process.env.PATH = dirname(node) + delimiter + process.env.PATH;
  // The IPC channel closes when this process is killed, and then the child exits too.
  const child = spawn(node, process.argv.slice(1), { stdio: ['inherit', 'inherit', 'inherit', 'ipc'] });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
    process.on(signal, () => {
      // On Windows the console signals every process itself, and `kill` would end the child without cleanup.
      if (process.platform !== 'win32') child.kill(signal);
    });
  }
  child.on('error', (error) =>
    endWith(`Node ${downloadedVersion} from npm could not be started: ${error.message}`),
  );
  child.on('exit', (code) => process.exit(code ?? failureCode()));
}

/** npm runs this in a shell that dies of SIGTERM without forwarding it. Detects that by the parent's process ID. */
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
  return couldNotCheck[process.argv[2]] ?? 1;
}

/** Exits after stdout is drained: an exit at once would cut off output beyond a pipe's 64 kB. */
function exitWhenDrained(code) {
  process.stdout.write('', () => process.exit(code));
}

/** Prints a failure and exits. Operators' commands with `--json` print it as JSON, even if the command never started. */
function endWith(failure) {
  const code = failureCode();
  if (forOperators.includes(process.argv[2]) && process.argv.includes('--json'))
    console.log(JSON.stringify({ format: 1, exit_code: code, error: failure?.message ?? failure }));
  else console.error(failure);
  process.exit(code);
}
