import { declareValuePlugin, PluginKind } from '@stryker-mutator/api/plugin';

/** Texts of log lines and thrown errors are for people, so tests don't compare every word. */
export const strykerPlugins = [
  declareValuePlugin(PluginKind.Ignore, 'words-of-logs', {
    shouldIgnore: ({ node, parent }) =>
      isLogLine(node) || isThrownError(node, parent) ? 'Words for the log' : undefined,
  }),
];

const isLogLine = ({ type, expression }) =>
  type === 'ExpressionStatement' &&
  expression.type === 'CallExpression' &&
  expression.callee.object?.name === 'console';
const isThrownError = ({ type }, parent) => type === 'NewExpression' && parent?.type === 'ThrowStatement';
