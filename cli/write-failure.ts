import { describeFault } from './describe-fault.ts';
import { PlainFailure } from './plain-failure.ts';

/**
 * Prints why a command failed: with `--json` as `{ format: 1, exit_code, error }` on stdout, otherwise on stderr. Of errors
 * other than PlainFailure it prints only type and location, since their message may contain a secret.
 */
export function writeFailure(
  error: unknown,
  { who, exitCode, asJson }: { who: string; exitCode: number; asJson: boolean },
): void {
  const message =
    error instanceof PlainFailure
      ? error.message
      : `${who} failed with an internal error: ${describeFault(error)}.`;
  if (asJson) console.log(JSON.stringify({ format: 1, exit_code: exitCode, error: message }));
  else console.error(message);
}
