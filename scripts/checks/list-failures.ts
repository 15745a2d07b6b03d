import { join, relative } from 'node:path';
import { projectFolder } from '../project-folder.ts';

export type FailedTest = {
  /** The place, with its line if known, and the name. */
  title: string;
  /** The command that runs it alone. */
  command: string;
  /** Files with a picture of the page. */
  pictures: string[];
};

type JestReport = {
  testResults: { name: string; status: string; assertionResults: { fullName: string; status: string }[] }[];
};

/** Reads a report of `jest --json`. A file that can't be loaded counts as one. */
export function listFailedUnitTests(report: unknown): FailedTest[] {
  return (report as JestReport).testResults
    .filter(({ status }) => status === 'failed')
    .flatMap(({ name, assertionResults }) => {
      const file = relative(projectFolder, name);
      const command = `npm run test:unit -- ${file}`;
      const failed = assertionResults.filter(({ status }) => status === 'failed');
      if (failed.length === 0) return [{ title: `${file} can't be loaded`, command, pictures: [] }];
      return failed.map(({ fullName }) => ({
        title: `${file} › ${shorten(fullName)}`,
        command,
        pictures: [],
      }));
    });
}

type Suite = {
  suites?: Suite[];
  specs?: {
    title: string;
    file: string;
    line: number;
    tests: {
      projectName: string;
      status: string;
      results: { attachments: { name: string; path?: string }[] }[];
    }[];
  }[];
};

/**
 * Reads a report of Playwright's `json` reporter.
 * @param script the one that runs such tests.
 */
export function listFailedBrowserTests(report: unknown, script: string): FailedTest[] {
  const { config } = report as { config: { rootDir: string } };
  const place = (file: string, line: number) =>
    `${relative(projectFolder, join(config.rootDir, file))}:${line}`;
  const read = ({ suites = [], specs = [] }: Suite): FailedTest[] => [
    ...specs.flatMap(({ title, file, line, tests }) =>
      tests
        .filter(({ status }) => status === 'unexpected' || status === 'flaky')
        .map(({ projectName, results }) => ({
          title: `${place(file, line)} › ${shorten(title)} (${projectName})`,
          command: `npm run ${script} -- ${place(file, line)} --project=${projectName}`,
          pictures: results
            .flatMap(({ attachments }) => attachments)
            .flatMap(({ name, path }) =>
              name === 'screenshot' && path ? [relative(projectFolder, path)] : [],
            ),
        })),
    ),
    ...suites.flatMap(read),
  ];
  return read(report as Suite);
}

/** Each failure with its picture and the command that runs it alone; empty if nothing failed. */
export function formatFailures(failures: FailedTest[]): string {
  return failures
    .map(({ title, command, pictures }) => [title, ...pictures, command].join('\n    '))
    .map((lines) => `  ${lines}\n`)
    .join('');
}

/** A line of a terminal or two. */
const longestTitle = 160;

function shorten(title: string): string {
  return title.length > longestTitle ? `${title.slice(0, longestTitle)}…` : title;
}
