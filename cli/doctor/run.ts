import type { Variables } from '../command.ts';
import { describeFault } from '../describe-fault.ts';
import { PlainFailure } from '../plain-failure.ts';
import { chooseProject } from '../project/choose-project.ts';
import { writeFailure } from '../write-failure.ts';
import { ConnectionFailed, explainCertificate } from './ask.ts';
import { type Group, judge } from './check.ts';
import { health } from './checks/project.ts';
import { type Context, createContext, type Options } from './context.ts';
import type { Finding } from './finding.ts';
import { writeFixSql } from './fix-sql.ts';
import { readConfiguration } from './read-configuration.ts';
import { writeJson, writeText } from './report.ts';
import { table } from './table.ts';

/** Exit codes, whose meaning never changes. */
export const exitCodes = { fine: 0, problems: 1, couldNotCheck: 2, misused: 3, stopped: 130 } as const;

type Typed = {
  probe: boolean;
  json: boolean;
  'fix-sql': boolean;
  'without-site': boolean;
  'send-test-mail': string | undefined;
};

/** With `--json`, always prints exactly one JSON object. Returns one of `exitCodes`. */
export async function runDoctor(typed: Typed, variables: Variables): Promise<number> {
  const stop = listenForStop();
  const told = { who: 'The doctor', asJson: typed.json };
  let exitCode: number = exitCodes.misused;
  try {
    const options = readOptions(typed);
    const environment = readConfiguration(chooseProject(variables), variables);
    exitCode = exitCodes.couldNotCheck;
    return await examine(createContext({ environment, variables, options, signal: stop.signal }));
  } catch (error) {
    if (stop.signal.aborted) {
      if (typed.json) writeFailure(new PlainFailure('Stopped.'), { ...told, exitCode: exitCodes.stopped });
      return exitCodes.stopped;
    }
    if (!(error instanceof PlainFailure)) exitCode = exitCodes.couldNotCheck;
    writeFailure(error, { ...told, exitCode });
    return exitCode;
  } finally {
    stop.end();
  }
}

function readOptions(typed: Typed): Options {
  const { probe, json, 'fix-sql': fixSql, 'send-test-mail': address } = typed;
  if (json && fixSql) throw new PlainFailure('Use --json or --fix-sql, not both.');
  if (address !== undefined && !/^[^\s@<>,;"]+@[^\s@<>,;"]+$/.test(address))
    throw new PlainFailure('--send-test-mail needs one email address, like you@your-company.example.');
  return {
    probe,
    testMailTo: address ?? null,
    hasSite: !typed['without-site'],
    as: fixSql ? 'sql' : json ? 'json' : 'text',
  };
}

async function examine(context: Context): Promise<number> {
  await reach(context);
  const findings = await runChecks(table, context);
  let exitCode: number = findings.some(({ id }) => id === 'fault') ? exitCodes.couldNotCheck : exitCodes.fine;
  if (findings.some(({ level }) => level === 'problem')) exitCode = exitCodes.problems;
  const { environment, options } = context;
  const report = { project: environment.supabaseUrl, site: environment.siteUrl, findings };
  if (options.as === 'sql') console.log(await writeFixSql(findings, context));
  else console.log(options.as === 'json' ? writeJson(report, exitCode) : writeText(report));
  return exitCode;
}

async function reach({ environment: { supabaseUrl, embedded }, know }: Context): Promise<void> {
  try {
    await know(health);
  } catch (error) {
    if (!(error instanceof ConnectionFailed)) throw error;
    const certificate = explainCertificate(error.code);
    throw new PlainFailure(
      certificate
        ? `The certificate of ${supabaseUrl} ${certificate.trouble}. ${certificate.fix}Otherwise, fix it at the project's gateway.`
        : embedded
          ? `The local backend doesn't answer at ${supabaseUrl}. Run npm start in another terminal.`
          : `The Supabase project doesn't answer at ${supabaseUrl} (${error.code}). Compare SUPABASE_URL; a hosted project may be paused.`,
    );
  }
}

/** A lost connection or an internal error becomes one finding for all checks with the same question; the others continue. */
export async function runChecks(groups: Group[], context: Context): Promise<Finding[]> {
  const findings: (Finding | null)[] = [];
  const reported = new Set<unknown>();
  for (const { name, checks } of groups)
    for (const check of checks)
      try {
        findings.push(await judge(name, check, context));
      } catch (error) {
        if (context.signal.aborted) throw error;
        if (reported.has(error)) continue;
        reported.add(error);
        findings.push(
          await judge(name, error instanceof ConnectionFailed ? lost(error) : failed(error), context),
        );
      }
  return findings.filter((finding) => finding !== null);
}

const lost = ({ code }: ConnectionFailed) => ({
  id: 'away',
  problem: `The connection failed during this check (${code}).`,
  fix: "Run the doctor again. If it keeps failing, check the gateway's log.",
});

const failed = (error: unknown) => ({
  id: 'fault',
  unknown: `This check failed with an internal error: ${describeFault(error)}.`,
  fix: 'Report it with this line. The other checks are not affected.',
});

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
