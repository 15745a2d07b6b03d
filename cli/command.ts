import type { ArgDef, CommandMeta } from 'citty';

export type Variables = Record<string, string | undefined>;

/** An option or positional argument of citty. `repeats` allows it several times. `check` throws for an invalid value. */
export type Argument = ArgDef & { repeats?: true; check?(typed: string): void };
export type Arguments = Record<string, Argument>;

type Value<One extends Argument> = One extends { repeats: true }
  ? string[]
  : One extends { type: 'boolean' }
    ? boolean
    : One extends { type: 'positional' }
      ? string
      : string | undefined;

export type Values<Known extends Arguments> = { [Name in keyof Known]: Value<Known[Name]> };

type Context = { variables: Variables; asJson: boolean };

/** `text` for people, `data` for `--json`. The default exit code is 0. */
export type Answer = { text: string; data: unknown; exitCode?: number };

/** The single source of a command's arguments, help and usage line. Every runnable command accepts `--json`. */
export type Command = {
  meta: CommandMeta & { description: string };
  args?: Arguments;
  /** The message for missing or extra positional arguments. */
  needs?: string;
  notes?: string;
  /** Exit codes for failures and wrong arguments. Default: 1. */
  exitCodes?: { failed: number; misused: number };
  subCommands?: Record<string, Command>;
  /** @returns the exit code if it printed its answer itself */
  run?(
    values: Record<string, string | boolean | string[] | undefined>,
    context: Context,
  ): Promise<Answer | number>;
};

export function defineCommand<const Known extends Arguments>(
  command: Omit<Command, 'args' | 'run' | 'subCommands'> & {
    args: Known;
    run(values: Values<Known>, context: Context): Promise<Answer | number>;
  },
): Command {
  return command;
}
