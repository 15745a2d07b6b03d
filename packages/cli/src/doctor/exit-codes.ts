import { PlainFailure } from '../plain-failure.ts';
import { describeFault } from './describe-fault.ts';

/** What the command ends with. Scripts go by them: none is ever given to something else. */
export const exitCodes = { fine: 0, problems: 1, unlooked: 2, misused: 3, stopped: 130 } as const;

/** Says why nothing was looked at: as JSON on stdout, else as a line on stderr. @returns the exit code */
export function writeFailure(
  error: unknown,
  { exitCode, asJson }: { exitCode: number; asJson: boolean },
): number {
  const isPlain = error instanceof PlainFailure;
  const message = isPlain
    ? error.message
    : `The doctor failed by a mistake of its own: ${describeFault(error)}.`;
  const code = isPlain ? exitCode : exitCodes.unlooked;
  if (asJson) console.log(JSON.stringify({ format: 1, exit_code: code, error: message }));
  else console.error(message);
  return code;
}
