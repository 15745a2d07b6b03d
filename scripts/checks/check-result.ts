/** The result of one part of the tests. A part without a test suite, like the types, counts as one test. */
export type CheckResult = {
  name: string;
  passed: number;
  failed: number;
  seconds: number;
  /** The name and version of browser tests' browser. */
  browser?: string;
  output: string;
};

export function isGood(result: CheckResult): boolean {
  return result.failed === 0;
}

/** The sum of all parts: `12 passed, 0 failed`. */
export function formatTotal(results: CheckResult[]): string {
  const sum = (count: (result: CheckResult) => number) =>
    results.reduce((total, one) => total + count(one), 0);
  return `${sum(({ passed }) => passed)} passed, ${sum(({ failed }) => failed)} failed`;
}

/** A run's length as a multiple of a build, which hardly differs between machines. */
export function formatBuilds(seconds: number, buildSeconds: number | undefined): string {
  if (buildSeconds === undefined) return `${seconds.toFixed(0)} s. No build here to compare it with.`;
  return `${(seconds / buildSeconds).toFixed(1)} builds: ${seconds.toFixed(0)} s, and a build takes ${buildSeconds.toFixed(0)} s.`;
}

/** Prints what each failed part had to say, unless it wrote to the terminal itself. */
export function showFailures(results: CheckResult[]): void {
  for (const result of results.filter((one) => !isGood(one) && one.output !== '')) {
    console.log(`\n${result.name} failed:\n\n${result.output.trim()}\n`);
  }
}
