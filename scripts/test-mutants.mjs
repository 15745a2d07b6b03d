import { runOnCurrentNode } from './run-on-current-node.mjs';

await runOnCurrentNode('test-mutants');
