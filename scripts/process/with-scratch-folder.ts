import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { listenForStop } from './listen-for-stop.ts';
import { stopAllProcesses } from './start-process.ts';

/** Removes the folder afterwards, also after Ctrl-C, which gives exit code 130. */
export async function withScratchFolder(
  work: (scratchFolder: string, stopping: AbortSignal) => Promise<number>,
): Promise<number> {
  const stopping = listenForStop();
  const scratchFolder = mkdtempSync(join(tmpdir(), 'countersign-'));
  const remove = () => rmSync(scratchFolder, { recursive: true, force: true });
  process.once('exit', remove);
  try {
    const exitCode = await work(scratchFolder, stopping);
    return stopping.aborted ? 130 : exitCode;
  } catch (error) {
    if (stopping.aborted) return 130;
    throw error;
  } finally {
    await stopAllProcesses();
    remove();
  }
}
