import { validationFailed } from '../auth-error.ts';

export interface SolanaMessage {
  domain: string;
  address: string;
  /** Empty if the message has none. */
  statement: string;
  uri: URL;
  /** Empty if the message has none. */
  chainId: string;
  issuedAt: number;
  notBefore: number | undefined;
  expirationTime: number | undefined;
}

const headerSuffix = ' wants you to sign in with your Solana account:';
const domainForm =
  /^(localhost|(?:[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?\.)+[a-zA-Z]{2,})(?::\d{1,5})?$/;
const addressForm = /^[a-zA-Z0-9]{32,44}$/;
const chainForm = /^solana:(main|dev|test|local)net$/;
const timeForm = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/;

/** Parses by Supabase Auth's rules, which ignore a nonce. Throws AuthError 400 that names the broken rule. */
export function readSolanaMessage(text: string): SolanaMessage {
  const lines = text.split('\n');
  const [header = '', address = '', third, fourth, fifth] = lines;
  if (lines.length < 6) throw broken('message needs at least 6 lines');
  if (!header.endsWith(headerSuffix)) throw broken(`message first line does not end in "${headerSuffix}"`);
  const domain = header.slice(0, -headerSuffix.length).trim();
  if (!domainForm.test(domain)) throw broken('domain in first line of message is not valid');
  if (!addressForm.test(address.trim())) throw broken('wallet address is not in base58 format');
  if (third !== '') throw broken('third line must be empty');
  const hasStatement = fourth !== '' && fifth === '';
  const fields = readFields(lines, hasStatement ? 5 : 3);

  const version = fields.get('Version') ?? '';
  if (version !== '1')
    throw broken(`Version value is not supported, expected 1 got ${JSON.stringify(version)}`);
  const chainId = fields.get('Chain ID') ?? '';
  if (chainId !== '' && !chainForm.test(chainId)) throw broken('Chain ID is not valid');
  const issuedAt = readTime(fields, 'Issued At');
  if (issuedAt === undefined) throw broken('Issued At is not specified');
  const uri = fields.get('URI');
  if (uri === undefined) throw broken('URI is not specified');
  if (!URL.canParse(uri)) throw broken('URI is not valid');
  const expirationTime = readTime(fields, 'Expiration Time');
  const notBefore = readTime(fields, 'Not Before');
  if (expirationTime !== undefined) {
    if (issuedAt > expirationTime) throw broken('Issued At is after Expiration Time');
    if (notBefore !== undefined && notBefore > expirationTime) {
      throw broken('Not Before is after Expiration Time');
    }
  }
  return {
    domain,
    address: address.trim(),
    statement: hasStatement ? (fourth ?? '') : '',
    uri: new URL(uri),
    chainId,
    issuedAt,
    notBefore,
    expirationTime,
  };
}

/** All `Key: value` lines, known or not. Checks the list of resources, but doesn't return it. */
function readFields(lines: string[], from: number): Map<string, string> {
  const fields = new Map<string, string>();
  let resources: number | undefined;
  for (const [index, untrimmed] of lines.entries()) {
    const line = untrimmed.trim();
    if (index < from || line === '') continue;
    if (resources !== undefined && line.startsWith('- ')) {
      if (!URL.canParse(line.slice(2).trim())) {
        throw broken(`Resource at position ${resources} has invalid URI`);
      }
      resources += 1;
      continue;
    }
    resources = line === 'Resources:' ? 0 : undefined;
    if (resources === 0) continue;
    const colon = line.indexOf(':');
    if (colon < 0) throw broken(`encountered unparsable line at index ${index}`);
    fields.set(line.slice(0, colon), line.slice(colon + 1).trim());
  }
  return fields;
}

function readTime(fields: Map<string, string>, name: string): number | undefined {
  const text = fields.get(name);
  if (text === undefined) return undefined;
  const time = timeForm.test(text) ? Date.parse(text) : Number.NaN;
  if (Number.isNaN(time)) throw broken(`${name} is not a valid ISO8601 timestamp`);
  return time;
}

function broken(rule: string) {
  return validationFailed(`siws: ${rule}`);
}
