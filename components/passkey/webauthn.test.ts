import { getPasskey, makePasskey, signalAll, signalDetails, signalUnknown } from './webauthn';

const bytes = (...values: number[]) => new Uint8Array(values).buffer;
/** All 256 byte values, which cover every base64url letter and both padding lengths. */
const everyByte = Uint8Array.from({ length: 256 }, (_, index) => index);
const every = Buffer.from(everyByte).toString('base64url');

const get = jest.fn();
const create = jest.fn();
const noSignals = {};

beforeEach(() => {
  get.mockReset();
  create.mockReset();
  Object.defineProperty(globalThis, 'navigator', {
    value: { credentials: { get, create } },
    configurable: true,
  });
  Object.assign(globalThis, { PublicKeyCredential: noSignals });
});

const requested = {
  challenge: every,
  rpId: 'example.com',
  timeout: 300_000,
  userVerification: 'required',
} as const;
const assertion = {
  id: 'not what counts',
  rawId: bytes(255, 254, 253),
  type: 'public-key',
  authenticatorAttachment: 'platform',
  response: {
    clientDataJSON: bytes(1),
    authenticatorData: bytes(2, 3),
    signature: everyByte.buffer,
    userHandle: bytes(4, 5, 6),
  },
  // Like the objects of password managers that replace the browser's.
  toJSON() {
    throw new TypeError('Illegal invocation');
  },
};

describe('using a passkey', () => {
  it("passes the server's options to `get`, and answers in base64url", async () => {
    get.mockResolvedValue(assertion);
    const { signal } = new AbortController();
    const answer = await getPasskey(
      { ...requested, allowCredentials: [{ id: '__79', type: 'public-key' }] },
      { mediation: 'conditional', signal },
    );
    expect(get).toHaveBeenCalledWith({
      publicKey: {
        ...requested,
        challenge: everyByte,
        allowCredentials: [{ id: new Uint8Array([255, 254, 253]), type: 'public-key' }],
      },
      mediation: 'conditional',
      signal,
    });
    expect(answer).toEqual({
      ok: true,
      credential: {
        id: '__79',
        rawId: '__79',
        type: 'public-key',
        authenticatorAttachment: 'platform',
        clientExtensionResults: {},
        response: {
          clientDataJSON: 'AQ',
          authenticatorData: 'AgM',
          signature: every,
          userHandle: 'BAUG',
        },
      },
    });
  });

  it("omits fields that the authenticator doesn't set", async () => {
    get.mockResolvedValue({
      ...assertion,
      authenticatorAttachment: null,
      response: { ...assertion.response, userHandle: null },
    });
    const answer = await getPasskey(requested);
    expect(answer).toMatchObject({ ok: true });
    expect(JSON.stringify(answer)).not.toMatch(/userHandle|authenticatorAttachment|null/);
  });

  it.each([
    ['NotAllowedError', 'passkey.not_used'],
    ['AbortError', 'passkey.not_used'],
    ['OperationError', 'passkey.not_used'],
    ['SecurityError', 'passkey.wrong_address'],
  ])('%s becomes %s', async (name, code) => {
    get.mockRejectedValue(new DOMException('words of the browser', name));
    const answer = await getPasskey(requested);
    expect(answer).toMatchObject({ ok: false, problem: { code } });
    expect(JSON.stringify(answer)).not.toContain('words of the browser');
  });

  it.each([
    ['nothing', () => get.mockResolvedValue(null)],
    ['a thing without a response', () => get.mockResolvedValue({ rawId: bytes(1) })],
    ['something thrown that is no error', () => get.mockRejectedValue(null)],
  ])('treats %s as no passkey', async (_, arrange) => {
    arrange();
    expect(await getPasskey(requested)).toMatchObject({ ok: false, problem: { code: 'passkey.not_used' } });
  });

  it('rejects options that are not base64url without asking the browser', async () => {
    expect(await getPasskey({ ...requested, challenge: '!' })).toMatchObject({ ok: false });
    expect(get).not.toHaveBeenCalled();
  });
});

describe('making a passkey', () => {
  const wanted = {
    rp: { id: 'example.com', name: 'Example' },
    user: { id: 'BAUG', name: 'a@b.example', displayName: 'A' },
    challenge: every,
    pubKeyCredParams: [{ type: 'public-key', alg: -7 }] as PublicKeyCredentialParameters[],
    excludeCredentials: [{ id: '__79', type: 'public-key' }] as PublicKeyCredentialDescriptorJSON[],
  };

  it("passes the server's options to `create`, and answers in base64url", async () => {
    create.mockResolvedValue({
      ...assertion,
      response: {
        clientDataJSON: bytes(1),
        attestationObject: everyByte.buffer,
        getTransports: () => ['internal', 'hybrid'],
      },
    });
    const answer = await makePasskey(wanted);
    expect(create).toHaveBeenCalledWith({
      publicKey: {
        ...wanted,
        challenge: everyByte,
        user: { ...wanted.user, id: new Uint8Array([4, 5, 6]) },
        excludeCredentials: [{ id: new Uint8Array([255, 254, 253]), type: 'public-key' }],
      },
    });
    expect(answer).toMatchObject({
      ok: true,
      credential: {
        id: '__79',
        response: { clientDataJSON: 'AQ', attestationObject: every, transports: ['internal', 'hybrid'] },
      },
    });
  });

  it.each([
    ['NotAllowedError', 'passkey.not_made'],
    ['InvalidStateError', 'passkey.already_here'],
    ['NotSupportedError', 'passkey.not_made'],
    ['SecurityError', 'passkey.wrong_address'],
  ])('%s is %s', async (name, code) => {
    create.mockRejectedValue(new DOMException('', name));
    expect(await makePasskey(wanted)).toMatchObject({ ok: false, problem: { code } });
  });
});

describe('signaling to password managers', () => {
  it('sends the fields that each signal requires', async () => {
    const signalUnknownCredential = jest.fn();
    const signalAllAcceptedCredentials = jest.fn();
    const signalCurrentUserDetails = jest.fn();
    Object.assign(globalThis, {
      PublicKeyCredential: {
        signalUnknownCredential,
        signalAllAcceptedCredentials,
        signalCurrentUserDetails,
      },
    });
    await signalUnknown('example.com', 'AQ');
    await signalAll('example.com', 'BAUG', ['AQ']);
    await signalDetails('example.com', 'BAUG', 'a@b.example', 'A');
    expect(signalUnknownCredential).toHaveBeenCalledWith({ rpId: 'example.com', credentialId: 'AQ' });
    expect(signalAllAcceptedCredentials).toHaveBeenCalledWith({
      rpId: 'example.com',
      userId: 'BAUG',
      allAcceptedCredentialIds: ['AQ'],
    });
    expect(signalCurrentUserDetails).toHaveBeenCalledWith({
      rpId: 'example.com',
      userId: 'BAUG',
      name: 'a@b.example',
      displayName: 'A',
    });
  });

  it.each([
    ['a browser that knows no signals', noSignals],
    [
      'one whose password manager refuses',
      { signalUnknownCredential: async () => Promise.reject(new TypeError('no')) },
    ],
    ['one without passkeys', undefined],
  ])('%s is ignored without an error', async (_, browser) => {
    Object.assign(globalThis, { PublicKeyCredential: browser });
    await expect(signalUnknown('example.com', 'AQ')).resolves.toBeUndefined();
  });
});
