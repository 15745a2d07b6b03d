import { run } from '../../main';

export type Found = {
  id: string;
  level: string;
  what: string;
  why: string | null;
  fix: string | null;
  dashboard: string | null;
  config_toml: string | null;
  self_hosted: string | null;
  site_variable: string | null;
};

export type Ran = { code: number; output: string; errors: string };

/** Runs the command as an operator types it, on a machine with only these settings. */
export async function runDoctor(variables: Record<string, string>, ...args: string[]): Promise<Ran> {
  const [output, errors]: string[][] = [[], []];
  const log = jest.spyOn(console, 'log').mockImplementation((line: string) => void output?.push(line));
  const error = jest.spyOn(console, 'error').mockImplementation((line: string) => void errors?.push(line));
  try {
    const code = await run(['doctor', ...args], variables);
    return { code, output: output?.join('\n') ?? '', errors: errors?.join('\n') ?? '' };
  } finally {
    log.mockRestore();
    error.mockRestore();
  }
}

/** Findings by ID. */
export async function findByDoctor(
  variables: Record<string, string>,
  ...args: string[]
): Promise<{ code: number; found: Record<string, Found> }> {
  const { code, output } = await runDoctor(variables, '--json', ...args);
  const { findings } = JSON.parse(output) as { findings: Found[] };
  return { code, found: Object.fromEntries(findings.map((finding) => [finding.id, finding])) };
}
