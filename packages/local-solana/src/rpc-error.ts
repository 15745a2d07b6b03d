const codes = {
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

  constructor(reason: keyof typeof codes, message: string, data?: unknown) {
    super(message);
    this.code = codes[reason];
    this.data = data;
  }
}

const ownLimit = 'local-solana has only the transfers of the system program';
/** A validator's messages. */
const transactionErrors = {
  AccountNotFound: 'Attempt to debit an account but found no record of a prior credit.',
  AddressLookupTableNotFound: "Transaction loads an address table account that doesn't exist",
  AlreadyProcessed: 'This transaction has already been processed',
  BlockhashNotFound: 'Blockhash not found',
  InsufficientFundsForFee: 'Insufficient funds for fee',
  ProgramAccountNotFound: `Attempt to load a program that does not exist (${ownLimit})`,
};
const instructionErrors = {
  ArithmeticOverflow: 'Program arithmetic overflowed',
  InsufficientLamports: 'custom program error: 0x1',
  InvalidInstructionData: `invalid instruction data (${ownLimit})`,
  MissingRequiredSignature: 'missing required signature for instruction',
  NotEnoughAccountKeys: 'insufficient account keys for instruction',
  ReadonlyLamportChange: 'instruction changed the balance of a read-only account',
};

export function transactionError(err: keyof typeof transactionErrors): RpcError {
  return preflightFailure(err, transactionErrors[err]);
}

export function instructionError(index: number, error: keyof typeof instructionErrors): RpcError {
  return preflightFailure(
    { InstructionError: [index, error === 'InsufficientLamports' ? { Custom: 1 } : error] },
    `Error processing Instruction ${index}: ${instructionErrors[error]}`,
  );
}

function preflightFailure(err: unknown, words: string): RpcError {
  return new RpcError('preflightFailure', `Transaction simulation failed: ${words}`, { err, logs: [] });
}
