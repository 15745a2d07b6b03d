import { runOnCurrentNode } from './run-on-current-node.mjs';

// A file is named from where the command was typed, and the commands run in the project's folder.
process.env.INIT_CWD ??= process.cwd();
await runOnCurrentNode('verify-proof');
