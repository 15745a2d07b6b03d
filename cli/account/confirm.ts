import { createInterface } from 'node:readline/promises';
import { PlainFailure } from '../plain-failure.ts';

/** Asks on stderr, so that `--json` stays one line. @throws PlainFailure without a terminal */
export async function confirm(question: string): Promise<boolean> {
  if (!process.stdin.isTTY)
    throw new PlainFailure(
      'This needs a terminal to confirm. Without one, check the account with find, then add --yes.',
    );
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  const ended = new Promise<string>((resolve) => terminal.once('close', () => resolve('')));
  try {
    const answer = await Promise.race([terminal.question(`${question}\nType yes to continue: `), ended]);
    return answer.trim().toLowerCase() === 'yes';
  } finally {
    terminal.close();
  }
}
