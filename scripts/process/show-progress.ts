const everySecond = 1000;
const everyTenthSecond = 10;

/**
 * Shows the elapsed seconds on one line of a terminal, or a new line every ten seconds elsewhere. Writes to stderr,
 * because a command's stdout may be JSON.
 */
export async function showProgress<Result>(doing: string, work: () => Promise<Result>): Promise<Result> {
  const startedAt = Date.now();
  const seconds = () => Math.round((Date.now() - startedAt) / 1000);
  const inTerminal = process.stderr.isTTY;
  if (inTerminal) process.stderr.write(`${doing} …`);
  else console.error(`${doing} …`);
  const timer = setInterval(() => {
    if (inTerminal) process.stderr.write(`\r${doing} … ${seconds()} s`);
    else if (seconds() % everyTenthSecond === 0) console.error(`${doing} … ${seconds()} s`);
  }, everySecond);
  let outcome = 'stopped after';
  try {
    const result = await work();
    outcome = 'done in';
    return result;
  } finally {
    clearInterval(timer);
    console.error(`${inTerminal ? '\r' : ''}${doing} … ${outcome} ${seconds()} s`);
  }
}
