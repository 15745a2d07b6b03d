import { PlainFailure } from '../process/plain-failure.ts';
import type { Variables } from '../process/start-process.ts';
import { chooseProject } from '../project/choose-project.ts';
import { Away } from './ask.ts';
import { checks } from './checks.ts';
import { type Check, type Context, createContext } from './context.ts';
import { type Finding, problem } from './finding.ts';
import { writeFixSql } from './fix-sql.ts';
import { readArguments, usage } from './read-arguments.ts';
import { readConfiguration } from './read-configuration.ts';
import { countLevels, type Report, writeJson } from './report.ts';
import { writeText } from './write-text.ts';

const exitCodes = { fine: 0, problems: 1, notAsked: 2, stopped: 130 };

/**
 * `doctor`: looks at the project and the site, and prints what it found.
 * @param variables the environment, with what `.env.local` adds
 * @returns 0 with nothing to mend, 1 with problems, 2 where the project could not be reached or was not named right
 */
export async function carryOut(args: string[], variables: Variables): Promise<number> {
  if (args.includes('--help')) {
    console.log(usage);
    return exitCodes.fine;
  }
  const asJson = args.includes('--json');
  const stop = listenForStop();
  try {
    const options = readArguments(args);
    const project = chooseProject(variables);
    const environment = readConfiguration(project, variables);
    const context = createContext(project, { environment, variables, options, signal: stop.signal });
    await reach(context);
    const groups: Report['groups'] = [];
    for (const check of checks)
      groups.push({ name: check.name, findings: await look(check, project, context) });
    const counts = countLevels(groups);
    const report = { project: project.supabaseUrl, site: environment.siteUrl, groups, counts };
    const exitCode = counts.problem > 0 ? exitCodes.problems : exitCodes.fine;
    if (options.as === 'sql') console.log(await writeFixSql(report, context));
    else console.log(options.as === 'json' ? writeJson(report, exitCode) : writeText(report));
    return exitCode;
  } catch (error) {
    if (stop.signal.aborted) return exitCodes.stopped;
    if (!(error instanceof PlainFailure)) throw error;
    if (asJson)
      console.log(JSON.stringify({ format: 1, exit_code: exitCodes.notAsked, error: error.message }));
    else console.error(error.message);
    return exitCodes.notAsked;
  } finally {
    stop.end();
  }
}

/** @throws PlainFailure where there is nobody to look at */
async function reach({ askAuth, environment, once }: Context): Promise<void> {
  try {
    await once('health', () => askAuth('/health'));
  } catch (error) {
    if (!(error instanceof Away)) throw error;
    const { supabaseUrl, embedded } = environment;
    throw new PlainFailure(
      embedded
        ? `The local backend doesn't answer at ${supabaseUrl}. Run npm start, and this beside it.`
        : `The Supabase project doesn't answer at ${supabaseUrl} (${error.code}). Compare SUPABASE_URL; a hosted project may be paused.`,
    );
  }
}

/** What a check found. One that nobody answered any more is a finding itself, and the others go on. */
async function look(
  check: Check,
  project: Parameters<Check['run']>[0],
  context: Context,
): Promise<Finding[]> {
  try {
    return await check.run(project, context);
  } catch (error) {
    if (!(error instanceof Away)) throw error;
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
