import type * as VirtualMachine from 'litesvm/dist/internal.js';
import { StartFailure } from './start-failure.ts';

/** Begins the line that says so; who starts the chain looks for it. */
export const unavailableLine = 'The local chain does not run on this machine';

/**
 * The native part of litesvm alone: the package around it needs `@solana/kit`, 30 MB that do nothing for us.
 * Throws StartFailure where there is none for this kind of machine, like Windows.
 */
export async function loadVirtualMachine(): Promise<typeof VirtualMachine> {
  try {
    return await import('litesvm/dist/internal.js');
  } catch {
    throw new StartFailure(
      `${unavailableLine} (${process.platform} ${process.arch}): litesvm has no build for it.`,
    );
  }
}
