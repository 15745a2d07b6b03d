const everySecond = 1000;
const everyTenthSecond = 10;

/**
 * Shows that something long is going on: one line that counts the seconds in a terminal, one line every ten
 * seconds elsewhere.
 * @param doing for example `Installing packages`
 * @returns what `work` returns
 */
export async function showProgress<Result>(doing: string, work: () => Promise<Result>): Promise<Result> {
  const startedAt = Date.now();
  const seconds = () => Math.round((Date.now() - startedAt) / 1000);
  const inTerminal = process.stdout.isTTY;
  if (inTerminal) process.stdout.write(`${doing} …`);
  else console.log(`${doing} …`);
  const timer = setInterval(() => {
    if (inTerminal) process.stdout.write(`\r${doing} … ${seconds()} s`);
    else if (seconds() % everyTenthSecond === 0) console.log(`${doing} … ${seconds()} s`);
  }, everySecond);
  let outcome = 'stopped after';
  try {
    const result = await work();
    outcome = 'done in';
    return result;
  } finally {
    clearInterval(timer);
    console.log(`${inTerminal ? '\r' : ''}${doing} … ${outcome} ${seconds()} s`);
  }
}
