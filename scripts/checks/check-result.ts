/** The result of one check. A check without a test suite, such as the type check, counts as one test. */
export type CheckResult = {
  name: string;
  passed: number;
  failed: number;
  seconds: number;
  browser?: string;
  output: string;
};

export function isGood(result: CheckResult): boolean {
  return result.failed === 0;
}

export function formatTotal(results: CheckResult[]): string {
  const sum = (count: (result: CheckResult) => number) =>
    results.reduce((total, one) => total + count(one), 0);
  return `${sum(({ passed }) => passed)} passed, ${sum(({ failed }) => failed)} failed`;
}

/** Prints the output of each failed check, except output that already went to the terminal. */
export function showFailures(results: CheckResult[]): void {
  for (const result of results.filter((one) => !isGood(one) && one.output !== '')) {
    console.log(`\n${result.name} failed:\n\n${result.output.trim()}\n`);
  }
}
