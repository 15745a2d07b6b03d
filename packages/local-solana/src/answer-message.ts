import { z } from 'zod';
import { readExactJson, writeExactJson } from './exact-json.ts';
import { RpcError } from './rpc-error.ts';
import type { RpcMethod } from './rpc-methods.ts';

const Call = z.object({
  jsonrpc: z.literal('2.0'),
  method: z.string(),
  params: z.array(z.unknown()).default([]),
  id: z.union([z.string(), z.number(), z.null()]).optional(),
});

const callsPerMessage = 100;

/** Answers a JSON-RPC 2.0 message of one call or several. Null if it wants no answer. Never throws. */
export function answerMessage(methods: Record<string, RpcMethod>, text: string): string | null {
  let message: unknown;
  try {
    message = readExactJson(text);
  } catch {
    return writeExactJson(refuse(null, new RpcError('parseError', 'Parse error')));
  }
  if (!Array.isArray(message)) {
    const answer = answerCall(methods, message);
    return answer ? writeExactJson(answer) : null;
  }
  if (message.length === 0 || message.length > callsPerMessage) {
    return writeExactJson(refuse(null, new RpcError('invalidRequest', 'Invalid request')));
  }
  const answers = message.flatMap((call) => answerCall(methods, call) ?? []);
  return answers.length > 0 ? writeExactJson(answers) : null;
}

function answerCall(methods: Record<string, RpcMethod>, message: unknown): object | null {
  const read = Call.safeParse(message);
  if (!read.success) return refuse(null, new RpcError('invalidRequest', 'Invalid request'));
  const { method, params, id } = read.data;
  const answer = answerMethod(methods, method, params, id ?? null);
  return id === undefined ? null : answer;
}

function answerMethod(
  methods: Record<string, RpcMethod>,
  method: string,
  parameters: unknown[],
  id: unknown,
) {
  try {
    const run = Object.hasOwn(methods, method) ? methods[method] : undefined;
    if (!run) throw new RpcError('methodNotFound', 'Method not found');
    return { jsonrpc: '2.0', result: run(parameters), id };
  } catch (error) {
    if (error instanceof RpcError) return refuse(id, error);
    console.error(error);
    return refuse(id, new RpcError('internal', 'Internal error'));
  }
}

function refuse(id: unknown, { code, message, data }: RpcError): object {
  return { jsonrpc: '2.0', error: { code, message, data }, id };
}
