import type { WalletErrorCode } from '@/lib/errors/wallet';

/** Codes of EIP-1193 and JSON-RPC, which Solana wallets also use, and of `@wallet-standard/errors` (seven digits). */
const byNumber: Record<string, WalletErrorCode> = {
  '4001': 'wallet.cancelled',
  '4100': 'wallet.locked',
  '4900': 'wallet.offline',
  '4901': 'wallet.wrong_network',
  '-32002': 'wallet.request_open',
  '3834000': 'wallet.not_found',
  '3834001': 'wallet.no_account',
  '4001000': 'wallet.cancelled',
  '6160000': 'wallet.wrong_network',
};

const byMobileCode: Record<string, WalletErrorCode> = {
  ERROR_WALLET_NOT_FOUND: 'wallet.app_not_found',
  ERROR_BROWSER_NOT_SUPPORTED: 'wallet.browser_unsupported',
  ERROR_LOOPBACK_ACCESS_BLOCKED: 'wallet.loopback_blocked',
  ERROR_ASSOCIATION_CANCELLED: 'wallet.cancelled',
  ERROR_SESSION_TIMEOUT: 'wallet.session_timeout',
  ERROR_SESSION_CLOSED: 'wallet.session_closed',
  ERROR_SECURE_CONTEXT_REQUIRED: 'wallet.insecure_page',
  ERROR_INVALID_PROTOCOL_VERSION: 'wallet.app_outdated',
  ERROR_ILLEGAL_TRANSPORT_STATE: 'wallet.session_broken',
  ERROR_FORBIDDEN_WALLET_BASE_URL: 'wallet.app_unsafe',
  ERROR_ASSOCIATION_PORT_OUT_OF_RANGE: 'wallet.session_timeout',
  ERROR_REFLECTOR_ID_OUT_OF_RANGE: 'wallet.session_timeout',
};

/** The wallet app's answers, by number. Valid only in errors of the package's protocol class. */
const byProtocolNumber: Record<string, WalletErrorCode> = {
  '-1': 'wallet.cancelled',
  '-2': 'wallet.cannot_sign',
  '-3': 'wallet.declined',
  '-4': 'wallet.signing_failed',
  '-5': 'wallet.cannot_sign',
  '-100': 'wallet.app_unsafe',
};

/** wallet-adapter's error classes, by name, because a page can hold two copies. Checked last, because nested errors are more specific. */
const byName: Record<string, WalletErrorCode> = {
  WalletNotReadyError: 'wallet.not_ready',
  WalletNotSelectedError: 'wallet.not_found',
  WalletLoadError: 'wallet.load_failed',
  WalletConfigError: 'wallet.load_failed',
  WalletConnectionError: 'wallet.connection_failed',
  WalletNotConnectedError: 'wallet.not_connected',
  WalletDisconnectedError: 'wallet.disconnected',
  WalletDisconnectionError: 'wallet.disconnected',
  WalletAccountError: 'wallet.no_account',
  WalletPublicKeyError: 'wallet.no_account',
  WalletKeypairError: 'wallet.no_account',
  WalletSignMessageError: 'wallet.declined',
  WalletSignInError: 'wallet.declined',
  WalletSignTransactionError: 'wallet.declined',
  WalletSendTransactionError: 'wallet.wrong_network',
  WalletTimeoutError: 'wallet.timed_out',
  WalletWindowBlockedError: 'wallet.window_blocked',
  WalletWindowClosedError: 'wallet.window_closed',
  DemoWalletUnavailableError: 'wallet.demo_unavailable',
};

/** Some wallets refuse with a plain Error without a code. Its message is matched, never shown. */
const refusal = /\b(reject|declin|cancel|denied)/i;

/** Codes of wallets that can't sign this way: EIP-1193, JSON-RPC, and missing Wallet Standard features. */
const inabilityCodes = new Set(['4200', '-32601', '6160001', '6160002']);
/** Wallets in front of a hardware wallet that signs only transactions report it only in the message. */
const inability = /\b(not support(ed)?|unsupported|not implemented|do(es)?( not|n't) support)\b/i;

/** Errors nest two or three deep. Deeper nesting is a loop or an attack. */
const deepestNesting = 5;

/** Maps any thrown value to a code of the catalogue. Never throws; unknown values become `wallet.connection_failed`. */
export function explainWalletError(thrown: unknown): WalletErrorCode {
  const chain = listNestedErrors(thrown);
  for (const code of chain.map(readCode)) if (code) return code;
  const named = chain
    .map((each) => lookUp(byName, readText(each, 'name')))
    .filter((code) => code !== undefined);
  const signing = named.includes('wallet.declined');
  if (!signing && chain.some((each) => refusal.test(readText(each, 'message')))) return 'wallet.cancelled';
  return named.at(-1) ?? 'wallet.connection_failed';
}

/** The same for signing: a refusal becomes `wallet.declined`, an unknown value `wallet.signing_failed`. */
export function explainSigningError(thrown: unknown): WalletErrorCode {
  const chain = listNestedErrors(thrown);
  const isUnable = chain.some(
    (each) => inabilityCodes.has(readCodeText(each)) || inability.test(readText(each, 'message')),
  );
  if (isUnable && !chain.some(readCode)) return 'wallet.cannot_sign';
  const code = explainWalletError(thrown);
  if (code === 'wallet.cancelled') return 'wallet.declined';
  return code === 'wallet.connection_failed' ? 'wallet.signing_failed' : code;
}

function listNestedErrors(thrown: unknown): unknown[] {
  const chain: unknown[] = [];
  let current = thrown;
  while (current !== undefined && current !== null && chain.length < deepestNesting) {
    chain.push(current);
    current = read(current, 'error') ?? read(current, 'cause');
  }
  return chain;
}

function readCode(thrown: unknown): WalletErrorCode | undefined {
  const code = readCodeText(thrown);
  const isProtocols = readText(thrown, 'name') === 'SolanaMobileWalletAdapterProtocolError';
  return (
    (isProtocols ? lookUp(byProtocolNumber, code) : undefined) ??
    lookUp(byNumber, code) ??
    lookUp(byMobileCode, code)
  );
}

/** Wallet Standard errors keep their code in `context`. */
function readCodeText(thrown: unknown): string {
  return readText(thrown, 'code') || readText(read(thrown, 'context'), '__code');
}

function lookUp(table: Record<string, WalletErrorCode>, key: string): WalletErrorCode | undefined {
  return Object.hasOwn(table, key) ? table[key] : undefined;
}

function readText(thrown: unknown, property: string): string {
  if (typeof thrown === 'string') return property === 'message' ? thrown.slice(0, 500) : '';
  const value = read(thrown, property);
  return typeof value === 'string' || typeof value === 'number' ? String(value).slice(0, 500) : '';
}

function read(thrown: unknown, property: string): unknown {
  if (typeof thrown !== 'object' || thrown === null) return undefined;
  try {
    return Reflect.get(thrown, property);
  } catch {
    // The error's getter threw.
    return undefined;
  }
}
