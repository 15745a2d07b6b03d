/** Longer than Auth's own timeouts. */
const timeoutInMilliseconds = 12_000;

/** Larger than any expected response. A mistyped URL may lead to a foreign server. */
const largestAnswerInBytes = 1024 * 1024;

export type Answer = {
  status: number;
  headers: Headers;
  body: unknown;
  text: string;
  /** This machine's time in epoch milliseconds, halfway between request and response. */
  at: number;
};

/** The connection failed. `code` is Node's error code, or the error's name. */
export class ConnectionFailed extends Error {
  readonly code: string;
  constructor(code: string) {
    super(code);
    this.code = code;
  }
}

const unknownAuthority =
  'is from an authority unknown to this machine, or lacks its intermediate certificates';
const certificateTrouble: Record<string, string> = {
  CERT_HAS_EXPIRED: 'has expired',
  CERT_NOT_YET_VALID: 'is not valid yet, or a clock is wrong',
  ERR_TLS_CERT_ALTNAME_INVALID: 'is for another host name',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'is self-signed',
  SELF_SIGNED_CERT_IN_CHAIN: unknownAuthority,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: unknownAuthority,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: unknownAuthority,
};

/** @returns null for other errors; `fix` is for a private authority, or empty */
export function explainCertificate(code: string): { trouble: string; fix: string } | null {
  const trouble = certificateTrouble[code];
  const isOfAuthority = trouble === unknownAuthority || trouble === 'is self-signed';
  const fix = isOfAuthority
    ? 'If it is from a private authority, set NODE_EXTRA_CA_CERTS=<PEM file with its certificate> in the environment of the site and this command, not in .env.local. '
    : '';
  return trouble ? { trouble: `${trouble} (${code})`, fix } : null;
}

type Question = {
  method?: string;
  headers?: Record<string, string>;
  /** Sent as JSON, unless it is text. */
  body?: unknown;
  signal?: AbortSignal | undefined;
};

/** Sends one request, without following redirects. @throws ConnectionFailed if the connection fails or times out */
export async function ask(url: string, { method, headers, body, signal }: Question = {}): Promise<Answer> {
  const began = Date.now();
  const timeout = AbortSignal.timeout(timeoutInMilliseconds);
  const isText = typeof body === 'string';
  try {
    const response = await fetch(url, {
      method: method ?? (body === undefined ? 'GET' : 'POST'),
      redirect: 'manual',
      headers: {
        ...(body !== undefined && !isText && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: isText ? body : JSON.stringify(body) }),
      signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
    });
    const at = (began + Date.now()) / 2;
    const text = await readText(response);
    return { status: response.status, headers: response.headers, body: parse(text), text, at };
  } catch (error) {
    signal?.throwIfAborted();
    throw error instanceof ConnectionFailed ? error : new ConnectionFailed(readCode(error));
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

async function readText({ body }: Response): Promise<string> {
  const pieces: Uint8Array[] = [];
  let size = 0;
  // Leaving the loop closes the connection.
  for await (const piece of body ?? []) {
    size += piece.length;
    if (size > largestAnswerInBytes) throw new ConnectionFailed('TooLarge');
    pieces.push(piece);
  }
  // Like `text()`, this removes a byte order mark, which some proxies send.
  return new TextDecoder().decode(Buffer.concat(pieces));
}

/** The innermost error code: `fetch` wraps one error per address it tried. */
function readCode(error: unknown): string {
  const { code, cause, errors, name } = (error ?? {}) as Record<string, unknown>;
  if (cause !== undefined) return readCode(cause);
  if (typeof code === 'string') return code;
  if (Array.isArray(errors) && errors.length > 0) return readCode(errors[0]);
  return typeof name === 'string' ? name : 'unknown';
}

/** The error code of Auth, in either of its formats, or of PostgREST; empty without one. */
export function codeOf({ body }: Pick<Answer, 'body'>): string {
  if (typeof body !== 'object' || body === null) return '';
  const { code, error_code } = body as { code?: unknown; error_code?: unknown };
  if (typeof error_code === 'string') return error_code;
  return typeof code === 'string' ? code : '';
}

export function reasonOf(answer: Answer): string {
  return codeOf(answer) || `status ${answer.status}`;
}

export function textOf({ body }: Pick<Answer, 'body'>, name: string): string {
  const value = typeof body === 'object' && body !== null ? (body as Record<string, unknown>)[name] : null;
  return typeof value === 'string' ? value : '';
}

/** The claims of a token, unverified: only for messages. Empty for anything else. */
export function readClaims(token: string): Record<string, unknown> {
  try {
    return JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) ?? {};
  } catch {
    return {};
  }
}
