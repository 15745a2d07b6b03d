import { createInterface } from 'node:readline/promises';
import { PlainFailure } from '../plain-failure.ts';

/**
 * Asks whoever sits at the terminal. What is asked goes to stderr, so that `--json` stays one line.
 * @returns whether the answer was `yes`
 * @throws PlainFailure where nobody can answer
 */
export async function confirm(question: string): Promise<boolean> {
  if (!process.stdin.isTTY)
    throw new PlainFailure('Nobody can be asked here. Look at the account with find first, then say --yes.');
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  // Ctrl-D ends the input without an answer.
  const ended = new Promise<string>((resolve) => terminal.once('close', () => resolve('')));
  try {
    const answer = await Promise.race([terminal.question(`${question}\nType yes to go on: `), ended]);
    return answer.trim().toLowerCase() === 'yes';
  } finally {
    terminal.close();
  }
}
