import { declareValuePlugin, PluginKind } from '@stryker-mutator/api/plugin';

/** What is said to the log, or in an error that is thrown, is for people: no test holds every word of it. */
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
