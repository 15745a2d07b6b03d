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

/** A run's length in multiples of a build, a ratio that hardly differs between machines. */
export function formatBuilds(seconds: number, buildSeconds: number | undefined): string {
  if (buildSeconds === undefined) return `${seconds.toFixed(0)} s. No build here to compare it with.`;
  return `${(seconds / buildSeconds).toFixed(1)} builds: ${seconds.toFixed(0)} s, and a build takes ${buildSeconds.toFixed(0)} s.`;
}

/** Prints the output of each failed check, except output that already went to the terminal. */
export function showFailures(results: CheckResult[]): void {
  for (const result of results.filter((one) => !isGood(one) && one.output !== '')) {
    console.log(`\n${result.name} failed:\n\n${result.output.trim()}\n`);
  }
}
