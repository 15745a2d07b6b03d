import { type ChildProcess, spawn } from 'node:child_process';
import { projectFolder } from '../project-folder.ts';

export type Variables = Record<string, string | undefined>;

export type Ending = { code: number | null; signal: NodeJS.Signals | null };

export type RunningProcess = {
  readonly name: string;
  readonly pid: number;
  /** Resolves when the process has exited, for any reason. Never rejects. */
  readonly ended: Promise<Ending>;
  hasEnded(): boolean;
  /** Stdout and stderr combined; the last 100,000 characters. */
  output(): string;
  errorOutput(): string;
  showOutput(): void;
  /** Sends the stop signal, then kills the process after 25 seconds. Resolves when it has exited. */
  stop(): Promise<void>;
  /** Sends a signal to this process, not to its group. */
  signal(signal: NodeJS.Signals): void;
};

type Options = {
  name: string;
  nodeArguments: string[];
  environment?: Variables;
  folder?: string;
  /** `terminal` inherits this terminal; `captured` keeps the output for `output()`. */
  output?: 'captured' | 'terminal';
  stopSignal?: NodeJS.Signals;
};

/** Longer than the 20 s timeout of a request to Auth that sends an email, so that such a request completes. */
const graceSeconds = 25;
const keptCharacters = 100_000;
const onWindows = process.platform === 'win32';
const running = new Set<RunningProcess>();

/**
 * Starts a Node process as a group leader, so that Ctrl-C in the terminal reaches only this process, which stops its
 * children in order. The child's channel closes when this process dies, even by SIGKILL.
 */
export function startProcess(options: Options): RunningProcess {
  const inherits = options.output === 'terminal';
  const child = spawn(process.execPath, options.nodeArguments, {
    cwd: options.folder ?? projectFolder,
    env: options.environment as NodeJS.ProcessEnv | undefined,
    detached: !onWindows,
    windowsHide: true,
    stdio: ['ignore', inherits ? 'inherit' : 'pipe', inherits ? 'inherit' : 'pipe', 'ipc'],
  });
  let kept = '';
  let keptErrors = '';
  let isShown = false;
  for (const [stream, terminal] of [
    [child.stdout, process.stdout],
    [child.stderr, process.stderr],
  ] as const) {
    stream?.setEncoding('utf8').on('data', (text: string) => {
      kept = (kept + text).slice(-keptCharacters);
      if (stream === child.stderr) keptErrors = (keptErrors + text).slice(-keptCharacters);
      if (isShown) terminal.write(text);
    });
  }
  const started: RunningProcess = {
    name: options.name,
    pid: child.pid ?? 0,
    ended: new Promise((resolve) => {
      child.once('close', (code, signal) => resolve({ code, signal }));
      child.once('error', (error) => {
        keptErrors = error.message;
        resolve({ code: 1, signal: null });
      });
    }),
    hasEnded: () => child.exitCode !== null || child.signalCode !== null || child.pid === undefined,
    output: () => kept,
    errorOutput: () => keptErrors,
    showOutput: () => {
      isShown = true;
    },
    signal: (signal) => void child.kill(signal),
    stop() {
      // Signals once: some programs exit at once, without cleaning up, on a second signal.
      stopping ??= endWithin(graceSeconds);
      return stopping;
    },
  };
  let stopping: Promise<void> | undefined;
  const endWithin = async (seconds: number) => {
    if (started.hasEnded()) return;
    // Windows has no signals that a program can handle, so the closed channel requests the stop.
    if (onWindows) child.disconnect();
    else child.kill(options.stopSignal ?? 'SIGTERM');
    const timer = setTimeout(() => killGroup(child), seconds * 1000);
    await started.ended;
    clearTimeout(timer);
  };
  running.add(started);
  // Its remaining children would keep its ports.
  child.once('exit', () => killGroup(child));
  const killOnExit = () => killGroup(child);
  process.once('exit', killOnExit);
  void started.ended.then(() => {
    running.delete(started);
    process.off('exit', killOnExit);
  });
  return started;
}

/** Stops every process started here, the latest first. Resolves when all have exited. */
export async function stopAllProcesses(): Promise<void> {
  for (const process of [...running].reverse()) await process.stop();
}

/** Kills a process and the rest of its group. Does nothing if all have exited. */
function killGroup(child: ChildProcess): void {
  if (child.pid === undefined) return;
  if (onWindows) return void child.kill('SIGKILL');
  try {
    process.kill(-child.pid, 'SIGKILL');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}
