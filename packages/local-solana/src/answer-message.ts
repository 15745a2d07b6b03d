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

/** Answers one JSON-RPC 2.0 call. Null for a notification. Never throws. */
export function answerMessage(methods: Record<string, RpcMethod>, text: string): string | null {
  let id: unknown = null;
  try {
    const call = Call.safeParse(readExactJson(text));
    if (!call.success) throw new RpcError('invalidRequest', 'Invalid request');
    id = call.data.id;
    const result = callMethod(methods, call.data);
    return id === undefined ? null : writeExactJson({ jsonrpc: '2.0', result, id });
  } catch (error) {
    if (id === undefined) return null;
    const { code, message, data } = asRpcError(error);
    return writeExactJson({ jsonrpc: '2.0', error: { code, message, data }, id });
  }
}

function callMethod(methods: Record<string, RpcMethod>, { method, params }: z.output<typeof Call>): unknown {
  const run = Object.hasOwn(methods, method) ? methods[method] : undefined;
  if (!run) throw new RpcError('methodNotFound', 'Method not found');
  return run(params);
}

function asRpcError(error: unknown): RpcError {
  if (error instanceof RpcError) return error;
  if (error instanceof SyntaxError) return new RpcError('parseError', 'Parse error');
  console.error(error);
  return new RpcError('internal', 'Internal error');
}
