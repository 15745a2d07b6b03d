import { type ParseArgsConfig, parseArgs } from 'node:util';
import { PlainFailure } from '../plain-failure.ts';

/**
 * What somebody typed after the name of a command.
 * @throws PlainFailure for an option that is unknown, or lacks its value, with `usage`
 */
export function parseOptions<Config extends ParseArgsConfig>(
  config: Config,
  usage: string,
): ReturnType<typeof parseArgs<Config>> {
  try {
    return parseArgs(config);
  } catch (error) {
    throw new PlainFailure(`${(error as Error).message.split('. ')[0]}.\n${usage}`);
  }
}
