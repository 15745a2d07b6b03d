import type { Variables } from '../command.ts';
import { describeFault } from '../describe-fault.ts';
import { PlainFailure } from '../plain-failure.ts';
import { chooseProject, type Project } from '../project/choose-project.ts';
import { writeFailure } from '../write-failure.ts';
import { Away, explainCertificate } from './ask.ts';
import { checks } from './checks.ts';
import { type Check, type Context, createContext } from './context.ts';
import { exitCodes } from './exit-codes.ts';
import { type Finding, problem, unknown } from './finding.ts';
import { writeFixSql } from './fix-sql.ts';
import { readConfiguration } from './read-configuration.ts';
import { readOptions, type Typed } from './read-options.ts';
import { countLevels, type Report, writeJson } from './report.ts';
import { writeText } from './write-text.ts';

/** The id of a check that failed by a mistake of its own. */
const faultId = 'fault';

/**
 * `doctor`: looks at the project and the site, and prints what it found. With `--json` that is one JSON object, whatever happens.
 * @param variables the environment, with what `.env.local` adds
 * @returns 0 with nothing to mend, 1 with problems, 2 where it could not look, 3 for what was typed or set wrong, 130 where it was stopped
 */
export async function carryOut(typed: Typed, variables: Variables): Promise<number> {
  const stop = listenForStop();
  const told = { who: 'The doctor', asJson: typed.json };
  let exitCode: number = exitCodes.misused;
  try {
    const { project, context } = prepare(typed, variables, stop.signal);
    exitCode = exitCodes.unlooked;
    return await examine(project, context);
  } catch (error) {
    if (stop.signal.aborted) {
      if (typed.json) writeFailure(new PlainFailure('Stopped.'), { ...told, exitCode: exitCodes.stopped });
      return exitCodes.stopped;
    }
    if (!(error instanceof PlainFailure)) exitCode = exitCodes.unlooked;
    writeFailure(error, { ...told, exitCode });
    return exitCode;
  } finally {
    stop.end();
  }
}

/** @throws PlainFailure for what was typed or set wrong */
function prepare(typed: Typed, variables: Variables, signal: AbortSignal) {
  const options = readOptions(typed);
  const project = chooseProject(variables);
  const environment = readConfiguration(project, variables);
  return { project, context: createContext(project, { environment, variables, options, signal }) };
}

async function examine(project: Project, context: Context): Promise<number> {
  const { environment, options } = context;
  await reach(context);
  const groups: Report['groups'] = [];
  for (const check of checks)
    groups.push({ name: check.name, findings: await look(check, project, context) });
  const counts = countLevels(groups);
  const report = { project: project.supabaseUrl, site: environment.siteUrl, groups, counts };
  const exitCode = chooseExitCode(report);
  if (options.as === 'sql') console.log(await writeFixSql(report, context));
  else console.log(options.as === 'json' ? writeJson(report, exitCode) : writeText(report));
  return exitCode;
}

function chooseExitCode({ groups, counts }: Report): number {
  if (counts.problem > 0) return exitCodes.problems;
  const hasFault = groups.some(({ findings }) => findings.some(({ id }) => id === faultId));
  return hasFault ? exitCodes.unlooked : exitCodes.fine;
}

/** @throws PlainFailure where there is nobody to look at */
async function reach({ askAuth, environment, once }: Context): Promise<void> {
  try {
    await once('health', () => askAuth('/health'));
  } catch (error) {
    if (!(error instanceof Away)) throw error;
    const { supabaseUrl, embedded } = environment;
    const certificate = explainCertificate(error.code);
    if (certificate)
      throw new PlainFailure(
        `The certificate of ${supabaseUrl} ${certificate.trouble} (${error.code}). ${certificate.fix ?? "Mend it at the project's gateway."}` +
          `${certificate.fix ? ' The site needs the same variable.' : ''}`,
      );
    throw new PlainFailure(
      embedded
        ? `The local backend doesn't answer at ${supabaseUrl}. Run npm start, and this beside it.`
        : error.code === 'TooLarge'
          ? `Somebody answers at ${supabaseUrl}, and it is no Supabase project: the answer goes on for more than a megabyte. Compare SUPABASE_URL.`
          : `The Supabase project doesn't answer at ${supabaseUrl} (${error.code}). Compare SUPABASE_URL; a hosted project may be paused.`,
    );
  }
}

/** What a check found. One that nobody answered any more, or that failed by itself, is a finding, and the others go on. */
async function look(check: Check, project: Project, context: Context): Promise<Finding[]> {
  try {
    return await check.run(project, context);
  } catch (error) {
    if (context.signal.aborted) throw error;
    if (!(error instanceof Away))
      return [
        unknown(faultId, `This check failed by a mistake of its own: ${describeFault(error)}.`, {
          fix: 'Report it with this line. The other checks are not touched by it.',
        }),
      ];
    return [
      problem('away', `Nobody answered any more (${error.code}).`, {
        fix: 'Ask again. If it stays so, look at the log of the gateway.',
      }),
    ];
  }
}

/** Ctrl-C and its like abort what is under way, so that what was made is removed before the end. */
function listenForStop() {
  const stopping = new AbortController();
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
  const stop = () => stopping.abort();
  for (const signal of signals) process.on(signal, stop);
  return {
    signal: stopping.signal,
    end: () => {
      for (const signal of signals) process.off(signal, stop);
    },
  };
}
