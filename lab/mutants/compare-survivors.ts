/** A change to the product's source. Has no line number, so that it stays the same when other lines change. */
type Mutant = {
  file: string;
  /** Stryker's name for the kind of change. */
  mutator: string;
  from: string;
  to: string;
};

/** A change that no test notices, with the reason. Two equal changes need two entries. */
export type Survivor = Mutant & { reason: string };

type Position = { line: number; column: number };

/** The fields of Stryker's report (mutation-testing-report-schema) that are used. Lines and columns count from 1. */
export type Report = {
  files: Record<
    string,
    {
      source: string;
      mutants: {
        mutatorName: string;
        replacement?: string;
        location: { start: Position; end: Position };
        status: string;
      }[];
    }
  >;
};

/** `Ignored` mutants were never made. Every other status was noticed: a test failed, timed out or couldn't start. */
const survived = ['Survived', 'NoCoverage'];

export function compareSurvivors(report: Report, listed: readonly Survivor[]) {
  const files = Object.entries(report.files);
  const mutants = files.flatMap(([file, { source, mutants }]) =>
    mutants
      .filter(({ status }) => status !== 'Ignored')
      .map(({ mutatorName, replacement, location, status }) => ({
        status,
        mutant: {
          file,
          mutator: mutatorName,
          from: onOneLine(cut(source, location)),
          to: onOneLine(replacement ?? ''),
        },
      })),
  );
  const found = mutants.filter(({ status }) => survived.includes(status)).map(({ mutant }) => mutant);
  const ofTheseFiles = listed.filter(({ file }) => Object.hasOwn(report.files, file));
  return {
    unexplained: without(found, ofTheseFiles),
    outdated: without(ofTheseFiles, found),
    counts: { mutants: mutants.length, noticed: mutants.length - found.length, survived: found.length },
  };
}

export function describeMutant({ file, mutator, from, to }: Mutant): string {
  return `${file}, ${mutator}: ${from} -> ${to}`;
}

/** The mutants of the first list without an equal one in the second, each of which cancels one. */
function without<Some extends Mutant>(some: readonly Some[], others: readonly Mutant[]): Some[] {
  const left = others.map(describeMutant);
  return some.filter((mutant) => {
    const at = left.indexOf(describeMutant(mutant));
    if (at < 0) return true;
    left.splice(at, 1);
    return false;
  });
}

function cut(source: string, { start, end }: { start: Position; end: Position }): string {
  const lines = source.split('\n').slice(start.line - 1, end.line);
  const last = lines.length - 1;
  return lines
    .map((line, index) =>
      line.slice(index === 0 ? start.column - 1 : 0, index === last ? end.column - 1 : undefined),
    )
    .join('\n');
}

function onOneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}
