/** Longer than Auth waits for anything of its own. */
const patienceInMilliseconds = 12_000;

/** Far more than anybody who is asked here answers. A stranger may be, where an address is mistyped. */
const largestAnswerInBytes = 1024 * 1024;

/** What somebody answered. `body` is the parsed JSON, or null where it was none. */
export type Answer = {
  status: number;
  headers: Headers;
  body: unknown;
  text: string;
  /** Epoch milliseconds halfway between question and answer, by the clock of this machine. */
  at: number;
};

/** Nobody answered. `code` is Node's, of the connection or the certificate, else the error's name. */
export class Away extends Error {
  readonly code: string;
  constructor(code: string) {
    super(code);
    this.code = code;
  }
}

const ownAuthority =
  'If an authority of your own signed it, name that to this command, in the environment and not in .env.local: ' +
  'NODE_EXTRA_CA_CERTS=<file with the certificate of the authority, PEM>.';

const certificateTrouble: Record<string, { trouble: string; fix?: string }> = {
  CERT_HAS_EXPIRED: { trouble: 'has expired' },
  CERT_NOT_YET_VALID: { trouble: 'is not valid yet: or is a clock wrong?' },
  ERR_TLS_CERT_ALTNAME_INVALID: { trouble: 'is for another name' },
  DEPTH_ZERO_SELF_SIGNED_CERT: { trouble: 'is signed by itself', fix: ownAuthority },
  SELF_SIGNED_CERT_IN_CHAIN: {
    trouble: 'is signed by an authority that this machine does not know',
    fix: ownAuthority,
  },
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: {
    trouble:
      'is signed by an authority that this machine does not know, or comes without the certificates between',
    fix: ownAuthority,
  },
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: {
    trouble:
      'is signed by an authority that this machine does not know, or comes without the certificates between',
    fix: ownAuthority,
  },
};

/**
 * What is wrong with a certificate.
 * @param code of a connection that failed
 * @returns null where it failed otherwise; `fix` where an authority of one's own may be the reason
 */
export function explainCertificate(code: string): { trouble: string; fix?: string } | null {
  return certificateTrouble[code] ?? null;
}

type Question = {
  method?: string;
  headers?: Record<string, string>;
  /** Sent as JSON, unless it is text. */
  body?: unknown;
  signal?: AbortSignal | undefined;
};

/**
 * One request, without following a redirect.
 * @throws Away where nobody answered in time
 */
export async function ask(url: string, { method, headers, body, signal }: Question = {}): Promise<Answer> {
  const began = Date.now();
  const timeout = AbortSignal.timeout(patienceInMilliseconds);
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
    throw error instanceof Away ? error : new Away(readCode(error));
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** @throws Away for one that goes on for too long */
async function readText({ body }: Response): Promise<string> {
  const pieces: Uint8Array[] = [];
  let size = 0;
  // Leaving the loop ends the connection.
  for await (const piece of body ?? []) {
    size += piece.length;
    if (size > largestAnswerInBytes) throw new Away('TooLarge');
    pieces.push(piece);
  }
  // As `text()` does: a mark at the beginning, which some proxies' files have, is no part of JSON.
  return new TextDecoder().decode(Buffer.concat(pieces));
}

/** The innermost code: `fetch` wraps what happened, once for each address of a name that it has tried. */
function readCode(error: unknown): string {
  const { code, cause, errors, name } = (error ?? {}) as Record<string, unknown>;
  if (cause !== undefined) return readCode(cause);
  if (typeof code === 'string') return code;
  if (Array.isArray(errors) && errors.length > 0) return readCode(errors[0]);
  return typeof name === 'string' ? name : 'unknown';
}

/** Auth's word for what went wrong, in either of its two forms, or PostgREST's code; empty where it said none. */
export function codeOf({ body }: Pick<Answer, 'body'>): string {
  if (typeof body !== 'object' || body === null) return '';
  const { code, error_code } = body as { code?: unknown; error_code?: unknown };
  if (typeof error_code === 'string') return error_code;
  return typeof code === 'string' ? code : '';
}

/** One field of an answer, where it is text. */
export function textOf({ body }: Pick<Answer, 'body'>, name: string): string {
  const value = typeof body === 'object' && body !== null ? (body as Record<string, unknown>)[name] : null;
  return typeof value === 'string' ? value : '';
}
