import { base64 } from '@scure/base';
import type { Adapter } from '@solana/wallet-adapter-base';
import { wrapUnsigned } from 'countersign/proof/memo-transaction';
import type { ProofMethod } from 'countersign/proof/statement';
import {
  listSigningMethods,
  resumeSigningMethod,
  skipOffchain,
} from '@/components/wallet/connect/signing-methods';
import type { IssuedChallenge } from '@/lib/proofs/issue-challenge';
import { signingTimeoutInSeconds, signStatement } from './sign-statement';

const address = 'Wallet111';
const message = new TextEncoder().encode('the statement');
const signature = new Uint8Array(64).fill(7);
const publicKey = new Uint8Array(32).fill(5);
const chainId = 'solana:devnet';
const fields = { statement: 'the statement', address, chainId };

function challenge(method: ProofMethod): IssuedChallenge {
  return {
    ...{
      id: 'challenge',
      purpose: 'prove',
      method,
      address,
      text: 'the statement',
      expiresAt: '',
      accountCode: '',
    },
    fields: fields as IssuedChallenge['fields'],
    message: base64.encode(message),
    transaction: method === 'memo' ? base64.encode(wrapUnsigned(message)) : null,
  };
}

type Feature = (...inputs: Record<string, unknown>[]) => unknown;
const feature: Record<string, string> = {
  'solana:signOffchainMessage': 'signOffchainMessage',
  'solana:signIn': 'signIn',
  'solana:signMessage': 'signMessage',
  'solana:signTransaction': 'signTransaction',
};

/** An adapter with these features. `selected` is the account that the wallet reports as selected. */
function makeAdapter(features: Record<string, Feature>, selected: { address: string | null } = { address }) {
  const account = { address, publicKey, chains: [chainId], features: Object.keys(features) };
  const entries = Object.entries(features).map(([name, call]) => [
    name,
    { supportedMessageVersions: [1], [feature[name] ?? '']: call },
  ]);
  return {
    name: 'Wallet',
    standard: true,
    wallet: { accounts: [account], features: Object.fromEntries(entries) },
    get publicKey() {
      const chosen = selected.address;
      return chosen === null ? null : { toBase58: () => chosen };
    },
  } as unknown as Adapter;
}

const throwAlways = () => {
  throw new Error('no');
};
const never = new AbortController().signal;
const sign = (method: ProofMethod, adapter: Adapter, signal = never) =>
  signStatement(adapter, challenge(method), signal);
const signedWith = (bytes: Uint8Array) => ({
  outcome: 'signed',
  signed: {
    challengeId: 'challenge',
    signedBytes: base64.encode(bytes),
    signature: base64.encode(signature),
  },
});

describe('a wallet signs a statement', () => {
  it('by signIn, with the fields the server wrote', async () => {
    const call = jest.fn(async () => [{ account: { address }, signedMessage: message, signature }]);
    expect(await sign('sign_in', makeAdapter({ 'solana:signIn': call }))).toEqual(signedWith(message));
    expect(call).toHaveBeenCalledWith(fields);
  });

  it('by signMessage, and passes on unchanged what it appends or wraps', async () => {
    const appended = Uint8Array.from([...message, ...signature]);
    const call = jest.fn(async () => [{ signedMessage: appended, signature }]);
    const adapter = makeAdapter({ 'solana:signMessage': call });
    expect(await sign('sign_message', adapter)).toEqual(signedWith(appended));
    expect(call).toHaveBeenCalledWith({ account: expect.objectContaining({ address }), message });
  });

  it('by an off-chain message of version 1, with this account as its only signer', async () => {
    const call = jest.fn(async () => [{ signedOffchainMessage: message, signature }]);
    const adapter = makeAdapter({ 'solana:signOffchainMessage': call });
    expect(await sign('sign_offchain_message', adapter)).toEqual(signedWith(message));
    expect(call).toHaveBeenCalledWith({
      ...{ account: expect.objectContaining({ address }), messageVersion: 1, message: 'the statement' },
      requiredSigners: [publicKey],
    });
    expect(await sign('sign_offchain_message', makeAdapter({}))).toMatchObject({
      code: 'wallet.cannot_sign',
    });
  });

  it('by a transaction, split into its message and its signature', async () => {
    const call = jest.fn(async () => [{ signedTransaction: Uint8Array.from([1, ...signature, ...message]) }]);
    const adapter = makeAdapter({ 'solana:signTransaction': call });
    expect(await sign('memo', adapter)).toEqual(signedWith(message));
    expect(call).toHaveBeenCalledWith(expect.objectContaining({ chain: chainId }));
  });

  it('by a transaction with an extra signature, which the server refuses', async () => {
    const twice = Uint8Array.from([2, ...signature, ...signature, ...message]);
    const adapter = makeAdapter({ 'solana:signTransaction': async () => [{ signedTransaction: twice }] });
    expect(await sign('memo', adapter)).toMatchObject({ signed: { signedBytes: base64.encode(twice) } });
  });

  it.each([63, 65, 128])('with a signature of %i bytes, which the server refuses', async (length) => {
    const given = new Uint8Array(length).fill(7);
    const call = async () => [{ signedMessage: message, signature: given }];
    expect(await sign('sign_message', makeAdapter({ 'solana:signMessage': call }))).toMatchObject({
      signed: { signature: base64.encode(given) },
    });
  });

  it('through a legacy adapter', async () => {
    const adapter = {
      publicKey: { toBase58: () => address },
      signMessage: async () => signature,
    } as unknown as Adapter;
    expect(listSigningMethods(adapter)).toEqual(['sign_message']);
    expect(await sign('sign_message', adapter)).toEqual(signedWith(message));
  });
});

describe('a changed account or cancellation returns no signature', () => {
  it('for an account that was switched before signing: the wallet is not asked', async () => {
    const call = jest.fn();
    const adapter = makeAdapter({ 'solana:signMessage': call }, { address: 'Other111' });
    expect(await sign('sign_message', adapter)).toEqual({ outcome: 'failed', code: 'wallet.other_account' });
    expect(call).not.toHaveBeenCalled();
  });

  it('for an account that was switched while the wallet was open', async () => {
    const selected = { address };
    const adapter = makeAdapter(
      {
        'solana:signMessage': async () => {
          selected.address = 'Other111';
          return [{ signedMessage: message, signature }];
        },
      },
      selected,
    );
    expect(await sign('sign_message', adapter)).toMatchObject({ code: 'wallet.other_account' });
  });

  it('for another account chosen in the wallet at sign-in', async () => {
    const call = async () => [{ account: { address: 'Other111' }, signedMessage: message, signature }];
    expect(await sign('sign_in', makeAdapter({ 'solana:signIn': call }))).toMatchObject({
      code: 'wallet.other_account',
    });
  });

  it('for a wallet that disconnected', async () => {
    const adapter = makeAdapter({ 'solana:signMessage': jest.fn() }, { address: null });
    expect(await sign('sign_message', adapter)).toMatchObject({ code: 'wallet.disconnected' });
  });

  it('after cancellation, although the wallet signs later', async () => {
    const giveUp = new AbortController();
    const call = async () => {
      giveUp.abort();
      return [{ signedMessage: message, signature }];
    };
    expect(await sign('sign_message', makeAdapter({ 'solana:signMessage': call }), giveUp.signal)).toEqual({
      outcome: 'abandoned',
    });
  });
});

describe('a wallet that does not sign', () => {
  it.each([
    ['declines with a code', { code: 4001 }, 'wallet.declined'],
    ['declines in words', new Error('User rejected the request.'), 'wallet.declined'],
    ['does not know the method', { code: -32601 }, 'wallet.cannot_sign'],
    ['does not support it', { error: { code: 4200, message: 'Unsupported' } }, 'wallet.cannot_sign'],
    ["doesn't support it, in words", new Error("This device doesn't support messages"), 'wallet.cannot_sign'],
    ['declines what it says is unsupported', { code: 4001, message: 'not supported' }, 'wallet.declined'],
    [
      'is in front of a device that cannot',
      new Error('Ledger does not support messages'),
      'wallet.cannot_sign',
    ],
    ['is locked', { code: 4100 }, 'wallet.locked'],
    ['throws nonsense', [Number.NaN], 'wallet.signing_failed'],
  ])('and %s', async (_what, thrown, code) => {
    const call = () => Promise.reject(thrown);
    expect(await sign('sign_message', makeAdapter({ 'solana:signMessage': call }))).toEqual({
      outcome: 'failed',
      code,
    });
  });

  it.each([
    ['nothing', undefined],
    ['nothing', []],
    ['numbers for the account and the bytes', [{ account: 7, signedMessage: 1, signature: 2 }]],
    ['a list of numbers', [{ account: { address }, signedMessage: [1, 2], signature: [3] }]],
    ['what throws when it is read', new Proxy([], { get: throwAlways })],
  ])('because it answers a sign-in with %s', async (_what, answer) => {
    const adapter = makeAdapter({ 'solana:signIn': async () => answer });
    expect(await sign('sign_in', adapter)).toMatchObject({ code: 'wallet.signing_failed' });
  });

  it.each([
    ['nothing', undefined],
    ['text', [{ signedTransaction: 'signed' }]],
    ['a buffer of no bytes', [{ signedTransaction: new ArrayBuffer(8) }]],
  ])('because it answers a transaction with %s', async (_what, answer) => {
    const adapter = makeAdapter({ 'solana:signTransaction': async () => answer });
    expect(await sign('memo', adapter)).toMatchObject({ code: 'wallet.signing_failed' });
  });

  it.each([
    ['nothing', undefined],
    ['an empty list', []],
    ['text', [{ signedMessage: 'the statement', signature: 'yes' }]],
    ['no bytes', [{ signedMessage: new Uint8Array(), signature }]],
    ['a megabyte', [{ signedMessage: new Uint8Array(1_000_000), signature }]],
  ])('because it answers %s', async (_what, answer) => {
    const adapter = makeAdapter({ 'solana:signMessage': async () => answer });
    expect(await sign('sign_message', adapter)).toMatchObject({ code: 'wallet.signing_failed' });
  });

  it('because it throws synchronously', async () => {
    const call = () => {
      throw { code: 4001 };
    };
    expect(await sign('sign_message', makeAdapter({ 'solana:signMessage': call }))).toMatchObject({
      code: 'wallet.declined',
    });
  });

  it('because it has no signing method', async () => {
    expect(listSigningMethods(makeAdapter({}))).toEqual([]);
    expect(await sign('sign_message', makeAdapter({}))).toMatchObject({ code: 'wallet.cannot_sign' });
  });

  it('because it never answers', async () => {
    jest.useFakeTimers();
    try {
      const call = () => new Promise(() => undefined);
      const answer = sign('sign_message', makeAdapter({ 'solana:signMessage': call }));
      await jest.advanceTimersByTimeAsync(signingTimeoutInSeconds * 1000);
      expect(await answer).toEqual({ outcome: 'failed', code: 'wallet.signing_timed_out' });
    } finally {
      jest.useRealTimers();
    }
  });
});

const every = {
  'solana:signTransaction': jest.fn(),
  'solana:signMessage': jest.fn(),
  'solana:signIn': jest.fn(),
  'solana:signOffchainMessage': jest.fn(),
};
const rawMethods = ['sign_in', 'sign_message', 'memo'];

it("lists a wallet's methods best first, without a sign-in that repeats an old answer", () => {
  const { 'solana:signOffchainMessage': _none, ...raw } = every;
  expect(listSigningMethods(makeAdapter(raw))).toEqual(rawMethods);
  const mobile = Object.assign(makeAdapter(raw), { name: 'Mobile Wallet Adapter' });
  expect(listSigningMethods(mobile)).toEqual(['sign_message', 'memo']);
});

it('lists off-chain messages first, but not to sign in, nor unless account and wallet have version 1', () => {
  const adapter = makeAdapter(every);
  expect(listSigningMethods(adapter)).toEqual(['sign_offchain_message', ...rawMethods]);
  expect(listSigningMethods(adapter, true)).toEqual(rawMethods);
  const { wallet } = adapter as unknown as {
    wallet: { accounts: { features: string[] }[]; features: object };
  };
  const versions = [[0], [2], '1', undefined].map((some) => ({ supportedMessageVersions: some }));
  for (const feature of [...versions, undefined]) {
    const changed = { 'solana:signOffchainMessage': feature };
    const features = { ...wallet.features, ...changed };
    const other = { ...adapter, publicKey: adapter.publicKey, wallet: { ...wallet, features } };
    expect(listSigningMethods(other as unknown as Adapter)).toEqual(rawMethods);
  }
  const [account] = wallet.accounts;
  for (const features of [['solana:signMessage'], undefined]) {
    Object.assign(account ?? {}, { features });
    expect(listSigningMethods(adapter)).toEqual(rawMethods);
  }
});

it('lists no off-chain messages of a wallet that failed to sign one in this tab', () => {
  const kept = new Map<string, string>();
  const storage = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
  };
  Object.assign(globalThis, { sessionStorage: storage });
  skipOffchain(makeAdapter(every));
  expect(resumeSigningMethod(makeAdapter(every), 'sign_offchain_message')).toBe(rawMethods[0]);
  expect(resumeSigningMethod(makeAdapter(every), 'memo')).toBe('memo');
  expect(listSigningMethods(Object.assign(makeAdapter(every), { name: 'Other' }))[0]).toBe(
    'sign_offchain_message',
  );
  Object.assign(globalThis, { sessionStorage: undefined });
  skipOffchain(makeAdapter(every));
});
