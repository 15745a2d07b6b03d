import { type CheckResult, isGood } from './check-result.ts';

/** Prints what each failed part had to say, unless it wrote to the terminal itself. */
export function showFailures(results: CheckResult[]): void {
  for (const result of results.filter((one) => !isGood(one) && one.output !== '')) {
    console.log(`\n${result.name} failed:\n\n${result.output.trim()}\n`);
  }
}
