import { runOnCurrentNode } from './run-on-current-node.mjs';

await runOnCurrentNode('test-e2e');
