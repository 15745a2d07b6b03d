import { describeFault } from './describe-fault.ts';
import { PlainFailure } from './plain-failure.ts';

/**
 * Says why a command failed: with `--json` as `{ format: 1, exit_code, error }` on stdout, else on stderr. What is no plain failure
 * may hold a secret in its message: it is described by its kind and place.
 */
export function writeFailure(
  error: unknown,
  { who, exitCode, asJson }: { who: string; exitCode: number; asJson: boolean },
): void {
  const message =
    error instanceof PlainFailure
      ? error.message
      : `${who} failed by a mistake of its own: ${describeFault(error)}.`;
  if (asJson) console.log(JSON.stringify({ format: 1, exit_code: exitCode, error: message }));
  else console.error(message);
}
