/**
 * `node operator.mjs <command> …`: the commands for operators, as one file that runs without npm, packages and a checkout.
 * `npm run image-folder` makes it. In a checkout each is a command of its own: `npm run doctor`, `schema`, `app`, `account`.
 */
const commands: Record<string, () => Promise<{ run(args: string[]): Promise<number> }>> = {
  doctor: () => import('../commands/doctor.ts'),
  schema: () => import('../commands/schema.ts'),
  app: () => import('../commands/app.ts'),
  account: () => import('../commands/account.ts'),
};

export {};

const [name = '', ...args] = process.argv.slice(2);
const load = Object.hasOwn(commands, name) ? commands[name] : undefined;
if (load) {
  try {
    const { run } = await load();
    process.exitCode = await run(args);
  } catch (error) {
    const isPlain = error instanceof Error && error.name === 'PlainFailure';
    console.error(isPlain ? error.message : error);
    process.exitCode = 1;
  }
} else {
  console.error(`node operator.mjs ${Object.keys(commands).join(' | ')} …: each says more with --help.`);
  process.exitCode = 1;
}
