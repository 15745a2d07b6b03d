import { parseArgs } from 'node:util';
import type { Argument, Arguments, Command } from './command.ts';
import { findNearest } from './find-nearest.ts';
import { PlainFailure } from './plain-failure.ts';

/** Wrong arguments. The command's usage line is printed after its message. */
export class Misuse extends PlainFailure {}

const ofAll: Arguments = {
  json: { type: 'boolean', description: 'prints one line of JSON and nothing else' },
};

export const argumentsOf = ({ args, run }: Command): Arguments => ({ ...args, ...(run && ofAll) });

type Read = { sub: string | null; command: Command; values: Parameters<NonNullable<Command['run']>>[0] };

/**
 * citty's parser accepts unknown options and reads `--yes=no` as yes, so this uses Node's strict parser with citty's definitions.
 * @returns null if the subcommand is missing
 */
export function readArguments(name: string, command: Command, typed: string[]): Read | null {
  const subCommands = command.subCommands ?? {};
  const known = Object.assign({}, ...[command, ...Object.values(subCommands)].map(argumentsOf)) as Arguments;
  const { values, positionals } = parse(known, typed);
  if (!command.subCommands)
    return { sub: null, command, values: readValues(name, command, values, positionals) };
  const [sub, ...others] = positionals;
  if (sub === undefined) return null;
  const found = Object.hasOwn(subCommands, sub) ? subCommands[sub] : undefined;
  if (!found) throw new Misuse(describeUnknown(`There is no command ${sub}.`, sub, Object.keys(subCommands)));
  return { sub, command: found, values: readValues(sub, found, values, others) };
}

/** The subcommand whose help is requested, however wrong the other arguments are. */
export function findSubCommand({ subCommands = {} }: Command, typed: string[]): string | null {
  return typed.find((word) => Object.hasOwn(subCommands, word)) ?? null;
}

function parse(known: Arguments, typed: string[]) {
  const names = Object.keys(known).filter((name) => known[name]?.type !== 'positional');
  const options = names.map((name) => {
    const type = known[name]?.type === 'boolean' ? ('boolean' as const) : ('string' as const);
    return [name, { type, multiple: type === 'string' }] as const;
  });
  try {
    return parseArgs({ args: typed, options: Object.fromEntries(options), allowPositionals: true });
  } catch (error) {
    const [problem = ''] = (error as Error).message.split('. ');
    const [, unknown = ''] = /^Unknown option '--?(.*)'/.exec(problem) ?? [];
    throw new Misuse(describeUnknown(`${problem}.`, unknown, names, '--'));
  }
}

/** @param before the prefix of a typed name, such as `--` */
export function describeUnknown(problem: string, typed: string, names: string[], before = ''): string {
  const nearest = findNearest(typed, names);
  return nearest ? `${problem} Did you mean ${before}${nearest}?` : problem;
}

function readValues(
  name: string,
  command: Command,
  values: Record<string, boolean | (string | boolean)[] | string | undefined>,
  positionals: string[],
): Read['values'] {
  const known = argumentsOf(command);
  const stray = Object.keys(values).find((option) => !Object.hasOwn(known, option));
  if (stray) throw new Misuse(`${name} takes no --${stray}.`);
  const isPositional = ([, argument]: [string, Argument]) => argument.type === 'positional';
  // Options first: a positional argument used as an option's value gets its own message.
  const options = Object.entries(known).filter((one) => !isPositional(one));
  const read = Object.fromEntries(options.map(([key, one]) => [key, readOption(key, one, values[key])]));
  const left = [...positionals];
  for (const [key, { repeats }] of Object.entries(known).filter(isPositional)) {
    const taken = left.splice(0, repeats ? left.length : 1);
    if (taken.length === 0) throw new Misuse(command.needs ?? `${name} needs ${key}.`);
    read[key] = repeats ? taken : taken[0];
  }
  if (left.length > 0) throw new Misuse(command.needs ?? `Unexpected argument '${left[0]}'.`);
  return read;
}

function readOption(
  name: string,
  { type, repeats, check }: Argument,
  given: unknown,
): string | string[] | boolean | undefined {
  if (type === 'boolean') return given === true;
  const all = (given ?? []) as string[];
  if (repeats) return all;
  if (all.length > 1) throw new Misuse(`Use --${name} only once.`);
  if (all[0] !== undefined) check?.(all[0]);
  return all[0];
}
