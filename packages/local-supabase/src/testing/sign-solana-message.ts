import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { base58 } from '@scure/base';
import { siteHost, siteUrl } from './site-url.ts';

export interface TestWallet {
  address: string;
  publicKey: Uint8Array;
  privateKey: KeyObject;
}

export function makeWallet(): TestWallet {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  const bytes = publicKey.export({ format: 'der', type: 'spki' }).subarray(-32);
  return { address: base58.encode(bytes), publicKey: bytes, privateKey };
}

export interface Statement {
  domain?: string;
  statement?: string;
  uri?: string;
  version?: string;
  chainId?: string;
  /** Milliseconds from now. */
  issuedIn?: number;
  lines?: string[];
}

export function writeStatement(address: string, changes: Statement = {}): string {
  const { domain = siteHost, uri = siteUrl, version = '1', issuedIn = 0 } = changes;
  return [
    `${domain} wants you to sign in with your Solana account:`,
    address,
    '',
    ...(changes.statement === '' ? [] : [changes.statement ?? 'Sign in to Countersign.', '']),
    `URI: ${uri}`,
    `Version: ${version}`,
    `Chain ID: ${changes.chainId ?? 'solana:devnet'}`,
    'Nonce: Xk3JhQ2mZ8',
    `Issued At: ${new Date(Date.now() + issuedIn).toISOString()}`,
    ...(changes.lines ?? []),
  ].join('\n');
}

/** Base64 with padding. */
export function signText({ privateKey }: TestWallet, text: string | Uint8Array): string {
  return sign(null, Buffer.from(text), privateKey).toString('base64');
}
