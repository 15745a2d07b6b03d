import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';
import { siteRpId, siteUrl } from './site-url.ts';

/** A passkey of a software authenticator, which can also give responses that no real one would. */
export interface SoftPasskey {
  /** Base64url. */
  id: string;
  privateKey: KeyObject;
  algorithm: SoftAlgorithm;
  publicKey: Buffer;
  /** Base64url; set from the registration's options. Assertions send it. */
  userHandle: string | undefined;
  /** Incremented by each use. A synced passkey always sends 0. */
  signCount: number;
}

export type SoftAlgorithm = 'ES256' | 'EdDSA' | 'RS256';

/** Changes of a response. By default it is a browser's response with a synced passkey. */
export interface SoftAnswer {
  origin?: string;
  rpId?: string;
  type?: string;
  /** Base64url. */
  challenge?: string;
  crossOrigin?: boolean;
  topOrigin?: string;
  /** Flags: user present, user verified, backup eligible, backup state. */
  isPresent?: boolean;
  isVerified?: boolean;
  isBackupEligible?: boolean;
  isBackedUp?: boolean;
  signCount?: number;
  /** Base64url; replaces the passkey's ID in `id` and `rawId`. */
  id?: string;
  /** Base64url; replaces only `rawId`. */
  rawId?: string;
  /** Base64url, or null for none. */
  userHandle?: string | null;
  /** Signs instead of the passkey. */
  signedBy?: KeyObject;
  /** The authenticator's model, as a UUID. */
  aaguid?: string;
  transports?: string[];
}

/** The part of Auth's `options` that the authenticator uses. */
export interface CreationOptions {
  challenge: string;
  rp: { id?: string };
  user: { id: string };
}

export interface RequestOptions {
  challenge: string;
  rpId?: string;
}

interface SoftCredential<Response> {
  id: string;
  rawId: string;
  type: 'public-key';
  authenticatorAttachment: 'platform';
  clientExtensionResults: Record<string, never>;
  response: Response;
}

export type SoftRegistration = SoftCredential<{
  clientDataJSON: string;
  attestationObject: string;
  transports: string[];
}>;

export type SoftAuthentication = SoftCredential<{
  clientDataJSON: string;
  authenticatorData: string;
  signature: string;
  userHandle?: string;
}>;

const noMake = '00000000-0000-0000-0000-000000000000';

export function makePasskey(algorithm: SoftAlgorithm = 'ES256', id = randomBytes(32)): SoftPasskey {
  const { privateKey, publicKey } = generateKeys(algorithm);
  return {
    id: id.toString('base64url'),
    privateKey,
    algorithm,
    publicKey: writeCoseKey(algorithm, publicKey),
    userHandle: undefined,
    signCount: 0,
  };
}

/** `RegistrationResponseJSON`, as of `navigator.credentials.create()`. Binds the passkey to the account. */
export function register(
  passkey: SoftPasskey,
  options: CreationOptions,
  changes: SoftAnswer = {},
): SoftRegistration {
  passkey.userHandle = options.user.id;
  const id = changes.id ?? passkey.id;
  const idBytes = Buffer.from(id, 'base64url');
  const length = Buffer.alloc(2);
  length.writeUInt16BE(idBytes.length);
  const authData = Buffer.concat([
    writeAuthenticatorData({ rpId: options.rp.id, signCount: 0, hasKey: true }, changes),
    Buffer.from((changes.aaguid ?? noMake).replaceAll('-', ''), 'hex'),
    length,
    idBytes,
    passkey.publicKey,
  ]);
  const attestation = new Map<CborKey, Cbor>([
    ['fmt', 'none'],
    ['attStmt', new Map()],
    ['authData', authData],
  ]);
  return wrap(id, changes, {
    clientDataJSON: writeClientData('webauthn.create', options.challenge, changes).toString('base64url'),
    attestationObject: writeCbor(attestation).toString('base64url'),
    transports: changes.transports ?? ['internal', 'hybrid'],
  });
}

export function authenticate(
  passkey: SoftPasskey,
  options: RequestOptions,
  changes: SoftAnswer = {},
): SoftAuthentication {
  const { signCount } = passkey;
  const data = writeAuthenticatorData({ rpId: options.rpId, signCount, hasKey: false }, changes);
  const clientData = writeClientData('webauthn.get', options.challenge, changes);
  const signed = Buffer.concat([data, createHash('sha256').update(clientData).digest()]);
  const hash = passkey.algorithm === 'EdDSA' ? null : 'sha256';
  const userHandle = changes.userHandle === undefined ? passkey.userHandle : changes.userHandle;
  return wrap(changes.id ?? passkey.id, changes, {
    clientDataJSON: clientData.toString('base64url'),
    authenticatorData: data.toString('base64url'),
    signature: sign(hash, signed, changes.signedBy ?? passkey.privateKey).toString('base64url'),
    ...(userHandle != null && { userHandle }),
  });
}

function wrap<Response>(id: string, changes: SoftAnswer, response: Response): SoftCredential<Response> {
  return {
    id,
    rawId: changes.rawId ?? id,
    type: 'public-key',
    authenticatorAttachment: 'platform',
    clientExtensionResults: {},
    response,
  };
}

function writeClientData(type: string, challenge: string, changes: SoftAnswer): Buffer {
  const { crossOrigin = false, topOrigin } = changes;
  return Buffer.from(
    JSON.stringify({
      type: changes.type ?? type,
      challenge: changes.challenge ?? challenge,
      origin: changes.origin ?? siteUrl,
      crossOrigin,
      ...(topOrigin !== undefined && { topOrigin }),
    }),
  );
}

/** https://www.w3.org/TR/webauthn-3/#sctn-authenticator-data */
function writeAuthenticatorData(
  { rpId = siteRpId, signCount, hasKey }: { rpId?: string; signCount: number; hasKey: boolean },
  changes: SoftAnswer,
): Buffer {
  const { isPresent = true, isVerified = true, isBackupEligible = true, isBackedUp = true } = changes;
  const flags =
    (isPresent ? 0x01 : 0) |
    (isVerified ? 0x04 : 0) |
    (isBackupEligible ? 0x08 : 0) |
    (isBackedUp ? 0x10 : 0) |
    (hasKey ? 0x40 : 0);
  const end = Buffer.alloc(5);
  end.writeUInt8(flags);
  end.writeUInt32BE(changes.signCount ?? signCount, 1);
  const rpIdHash = createHash('sha256')
    .update(changes.rpId ?? rpId)
    .digest();
  return Buffer.concat([rpIdHash, end]);
}

function generateKeys(algorithm: SoftAlgorithm): { privateKey: KeyObject; publicKey: KeyObject } {
  if (algorithm === 'ES256') return generateKeyPairSync('ec', { namedCurve: 'P-256' });
  if (algorithm === 'EdDSA') return generateKeyPairSync('ed25519');
  return generateKeyPairSync('rsa', { modulusLength: 2048 });
}

/** Labels and numbers are from RFC 9053 and RFC 8230. */
function writeCoseKey(algorithm: SoftAlgorithm, publicKey: KeyObject): Buffer {
  const { x = '', y = '', n = '', e = '' } = publicKey.export({ format: 'jwk' });
  const bytes = (text: string) => Buffer.from(text, 'base64url');
  const fields: Record<SoftAlgorithm, [CborKey, Cbor][]> = {
    // biome-ignore format: one key a line, a label and its value side by side
    ES256: [[1, 2], [3, -7], [-1, 1], [-2, bytes(x)], [-3, bytes(y)]],
    // biome-ignore format: as above
    EdDSA: [[1, 1], [3, -8], [-1, 6], [-2, bytes(x)]],
    // biome-ignore format: as above
    RS256: [[1, 3], [3, -257], [-1, bytes(n)], [-2, bytes(e)]],
  };
  return writeCbor(new Map(fields[algorithm]));
}

type CborKey = string | number;
type Cbor = string | number | Buffer | Map<CborKey, Cbor>;

/** The few CBOR types that authenticators need. */
function writeCbor(value: Cbor): Buffer {
  if (typeof value === 'number') return value < 0 ? writeHead(1, -1 - value) : writeHead(0, value);
  if (typeof value === 'string') {
    return Buffer.concat([writeHead(3, Buffer.byteLength(value)), Buffer.from(value)]);
  }
  if (Buffer.isBuffer(value)) return Buffer.concat([writeHead(2, value.length), value]);
  const entries = [...value].flatMap(([key, entry]) => [writeCbor(key), writeCbor(entry)]);
  return Buffer.concat([writeHead(5, value.size), ...entries]);
}

function writeHead(kind: number, length: number): Buffer {
  if (length < 24) return Buffer.from([(kind << 5) | length]);
  if (length < 256) return Buffer.from([(kind << 5) | 24, length]);
  return Buffer.from([(kind << 5) | 25, length >> 8, length & 255]);
}
