const rpcErrorCodes = {
  parseError: -32700,
  invalidRequest: -32600,
  methodNotFound: -32601,
  invalidParams: -32602,
  internal: -32603,
  preflightFailure: -32002,
  signatureInvalid: -32003,
} as const;

export class RpcError extends Error {
  readonly code: number;
  readonly data: unknown;

  constructor(reason: keyof typeof rpcErrorCodes, message: string, data?: unknown) {
    super(message);
    this.code = rpcErrorCodes[reason];
    this.data = data;
  }
}
