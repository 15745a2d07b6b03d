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

/** The id of a check that failed with an internal error. */
const faultId = 'fault';

/**
 * `doctor`: checks the project and the site, and prints the findings. With `--json`, always prints exactly one JSON object.
 * @param variables the environment, with what `.env.local` adds
 * @returns 0 without problems, 1 with problems, 2 if it could not run, 3 for a wrong option or setting, 130 if stopped
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

/** @throws PlainFailure for a wrong option or setting */
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

/** @throws PlainFailure if the project can't be reached */
async function reach({ askAuth, environment, once }: Context): Promise<void> {
  try {
    await once('health', () => askAuth('/health'));
  } catch (error) {
    if (!(error instanceof Away)) throw error;
    const { supabaseUrl, embedded } = environment;
    const certificate = explainCertificate(error.code);
    if (certificate)
      throw new PlainFailure(
        `The certificate of ${supabaseUrl} ${certificate.trouble} (${error.code}). ${certificate.fix ?? "Fix it at the project's gateway."}` +
          `${certificate.fix ? ' The site needs the same variable.' : ''}`,
      );
    throw new PlainFailure(
      embedded
        ? `The local backend doesn't answer at ${supabaseUrl}. Run npm start in another terminal.`
        : error.code === 'TooLarge'
          ? `${supabaseUrl} is not a Supabase project: its response is larger than a megabyte. Check SUPABASE_URL.`
          : `The Supabase project doesn't answer at ${supabaseUrl} (${error.code}). Compare SUPABASE_URL; a hosted project may be paused.`,
    );
  }
}

/** Runs a check. A lost connection or an internal error becomes a finding, and the other checks continue. */
async function look(check: Check, project: Project, context: Context): Promise<Finding[]> {
  try {
    return await check.run(project, context);
  } catch (error) {
    if (context.signal.aborted) throw error;
    if (!(error instanceof Away))
      return [
        unknown(faultId, `This check failed with an internal error: ${describeFault(error)}.`, {
          fix: 'Report it with this line. The other checks are not affected.',
        }),
      ];
    return [
      problem('away', `The connection failed during this check (${error.code}).`, {
        fix: "Run the doctor again. If it keeps failing, check the gateway's log.",
      }),
    ];
  }
}

/** Signals abort the running check, so that its temporary account is deleted before the exit. */
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
