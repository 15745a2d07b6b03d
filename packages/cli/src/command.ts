import type { ArgDef, CommandMeta } from 'citty';

export type Variables = Record<string, string | undefined>;

/**
 * An option or a positional argument, in citty's terms. One that `repeats` may be typed several times. `check` throws for a value that
 * the option can't have.
 */
export type Argument = ArgDef & { repeats?: true; check?(typed: string): void };
export type Arguments = Record<string, Argument>;

type Value<One extends Argument> = One extends { repeats: true }
  ? string[]
  : One extends { type: 'boolean' }
    ? boolean
    : One extends { type: 'positional' }
      ? string
      : string | undefined;

/** What was typed, by the name of the argument. */
export type Values<Known extends Arguments> = { [Name in keyof Known]: Value<Known[Name]> };

type Context = { variables: Variables; asJson: boolean };

/** `text` for people, `data` for `--json`. The exit code is 0 unless said. */
export type Answer = { text: string; data: unknown; exitCode?: number };

/** The one source of what a command takes, of its help and of its usage line. Each that runs takes `--json` too. */
export type Command = {
  meta: CommandMeta & { description: string };
  args?: Arguments;
  /** Said where positional arguments are missing or too many. */
  needs?: string;
  /** Stands below the help. */
  notes?: string;
  /** What it ends with where it fails, and where what was typed is wrong: 1 unless said. */
  exitCodes?: { failed: number; misused: number };
  subCommands?: Record<string, Command>;
  /** @returns the exit code where it printed its answer itself */
  run?(
    values: Record<string, string | boolean | string[] | undefined>,
    context: Context,
  ): Promise<Answer | number>;
};

/** Gives `run` the types of what `args` says. */
export function defineCommand<const Known extends Arguments>(
  command: Omit<Command, 'args' | 'run' | 'subCommands'> & {
    args: Known;
    run(values: Values<Known>, context: Context): Promise<Answer | number>;
  },
): Command {
  return command;
}
