import { spawn } from 'node:child_process';

export interface EmulatedProvider {
  url: string;
  stop(): void;
}

const script = `
import { createEmulator } from 'emulate';
const [service, seed] = process.argv.slice(1);
const emulator = await createEmulator({ service, port: 0, seed: { [service]: JSON.parse(seed) } });
process.on('disconnect', () => process.exit());
process.send(emulator.url);
`;

/** The `emulate` package as GitHub or Google, on a free port. It ends with the calling process. */
export async function startEmulatedProvider(
  service: 'github' | 'google',
  seed: Record<string, unknown>,
): Promise<EmulatedProvider> {
  const child = spawn(
    process.execPath,
    ['--input-type=module', '--eval', script, service, JSON.stringify(seed)],
    { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] },
  );
  const url = await new Promise<string>((ready, refuse) => {
    child.once('message', (message) => ready(String(message)));
    child.once('exit', (code) => refuse(new Error(`The emulated ${service} ended with code ${code}.`)));
  });
  return { url, stop: () => void child.kill() };
}
