import { stripVTControlCharacters } from 'node:util';
import { type CommandDef, renderUsage } from 'citty';
import type { Command } from './command.ts';
import { formatCommand } from './project/format-command.ts';
import { argumentsOf } from './read-arguments.ts';

/** A placeholder for the command in citty's output. */
const place = '@';

export async function writeHelp(command: Command, [name = '', ...sub]: string[]): Promise<string> {
  const { meta, subCommands, notes } = command;
  const usage = await renderUsage({
    meta: { ...meta, name: place },
    args: argumentsOf(command),
    ...(subCommands && { subCommands: subCommands as Record<string, CommandDef> }),
  });
  const written = stripVTControlCharacters(usage)
    .replace(` (${place})`, '')
    .replaceAll(/ +$/gm, '')
    .replace(
      /^USAGE @ *(.*)$/m,
      (_, rest: string) => `Usage: ${formatCommand(name, [...sub, rest].join(' '))}`,
    )
    .replace(`${place} <command> --help`, formatCommand(name, '<command> --help'));
  return [written.trimEnd(), ...(notes ? [notes] : [])].join('\n\n');
}

export async function writeUsageLine(command: Command, path: string[]): Promise<string> {
  return /^Usage: .*$/m.exec(await writeHelp(command, path))?.[0] ?? '';
}
