import type { Command, Variables } from './command.ts';
import { PlainFailure } from './plain-failure.ts';
import { describeUnknown, findSubCommand, Misuse, readArguments } from './read-arguments.ts';
import { writeFailure } from './write-failure.ts';
import { writeHelp, writeUsageLine } from './write-help.ts';

export const commands: Record<string, () => Promise<Command>> = {
  schema: async () => (await import('./schema/command.ts')).schema,
  app: async () => (await import('./app/command.ts')).app,
  account: async () => (await import('./account/command.ts')).account,
  doctor: async () => (await import('./doctor/command.ts')).doctor,
  'verify-proof': async () => (await import('./verify-proof/command.ts')).verifyProof,
};

async function loadAll(): Promise<Command> {
  const loaded = Object.entries(commands).map(async ([name, load]) => [name, await load()] as const);
  return {
    meta: { description: 'Commands for operators of a Countersign site.' },
    subCommands: Object.fromEntries(await Promise.all(loaded)),
  };
}

/**
 * Runs an operators' command and returns the exit code: `npm run <name> --` in a checkout, `node operator.mjs <name>` in the image.
 * With `--json`, stdout is only JSON, also for failures: `{ format: 1, exit_code, error }`.
 */
export async function run(
  [name = '', ...typed]: string[],
  variables: Variables = process.env,
): Promise<number> {
  const asJson = typed.includes('--json');
  const command = Object.hasOwn(commands, name) ? await commands[name]?.() : undefined;
  const sub = command && findSubCommand(command, typed);
  const path = command ? [name, ...(sub ? [sub] : [])] : [];
  const shown = (sub && command?.subCommands?.[sub]) || command || (await loadAll());
  const { failed, misused } = command?.exitCodes ?? { failed: 1, misused: 1 };
  try {
    if ([name, ...typed].some((word) => word === '--help' || word === '-h')) {
      const usage = await writeHelp(shown, path);
      console.log(asJson ? JSON.stringify({ format: 1, exit_code: 0, usage }) : usage);
      return 0;
    }
    if (!command && name !== '')
      throw new Misuse(describeUnknown(`There is no command ${name}.`, name, Object.keys(commands)));
    const read = command && readArguments(name, command, typed);
    if (!read?.command.run) {
      if (asJson) throw new Misuse(`${name} needs a subcommand.`);
      console.log(await writeHelp(shown, path));
      return misused;
    }
    const answer = await read.command.run(read.values, { variables, asJson });
    if (typeof answer === 'number') return answer;
    if (asJson) console.log(JSON.stringify(answer.data));
    else if (answer.text) console.log(answer.text);
    return answer.exitCode ?? 0;
  } catch (error) {
    const isMisuse = error instanceof Misuse;
    const exitCode = isMisuse ? misused : failed;
    if (!asJson && !(error instanceof PlainFailure)) console.error(error);
    else {
      const lines = isMisuse
        ? [error.message, await writeUsageLine(shown, path)].filter(Boolean).join('\n')
        : null;
      writeFailure(lines ? new PlainFailure(lines) : error, { who: name, exitCode, asJson });
    }
    return exitCode;
  }
}
