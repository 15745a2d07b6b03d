import { base64 } from '@scure/base';
import {
  facts,
  facts2,
  memo,
  memo2,
  memoText,
  memoText2,
  message,
  message2,
  owner,
  stranger,
  text,
  text2,
  text3,
} from '../testing/signed-statements.ts';
import { checkPublicProof, longestPublicProofBytes, type StandingProof } from './public-proof.ts';
import { type PublicProofCheck, publicProofChecks } from './public-proof-checks.ts';
import { signInFields, writeSignInText } from './statement.ts';

const id = '0b0f6c7e-3d57-4c8b-9a55-2f1b6c1d7e90';
const ofText: StandingProof = {
  kind: 'countersign-proof',
  version: 1,
  id,
  status: 'standing',
  accountCode: facts.accountCode,
  method: 'sign_in',
  chain: facts.chain,
  address: facts.address,
  origin: facts.origin,
  statement: text,
  message: base64.encode(message),
  signedBytes: base64.encode(message),
  signature: base64.encode(owner.sign(message)),
  provenAt: '2026-11-20T09:01:00.123456+00:00',
  url: `${facts.origin}/proofs/${id}`,
};
const ofMemo: StandingProof = {
  ...ofText,
  method: 'memo',
  statement: memoText,
  message: base64.encode(memo),
  signedBytes: base64.encode(memo),
  signature: base64.encode(owner.sign(memo)),
};

const ofText2: StandingProof = { ...ofText, version: 2, ...signing(text2) };
const ofText3: StandingProof = { ...ofText, version: 3, ...signing(text3) };
const ofMemo2: StandingProof = {
  ...ofMemo,
  version: 2,
  statement: memoText2,
  message: base64.encode(memo2),
  signedBytes: base64.encode(memo2),
  signature: base64.encode(owner.sign(memo2)),
};

/** The first proof's fields with another text, signed by the same owner. */
function signing(otherText: string): Partial<StandingProof> {
  const bytes = new TextEncoder().encode(otherText);
  const [message, signature] = [base64.encode(bytes), base64.encode(owner.sign(bytes))];
  return { statement: otherText, message, signedBytes: message, signature };
}

function failing(json: unknown): PublicProofCheck['name'][] {
  const checked = checkPublicProof(json);
  if (checked.status !== 'checked') throw new Error(`It is ${checked.status}.`);
  const failed = checked.checks.filter(({ passed }) => !passed).map(({ name }) => name);
  expect(checked.isValid).toBe(failed.length === 0);
  return failed;
}

describe('checkPublicProof', () => {
  it.each([
    ['a text', ofText],
    ['a memo', ofMemo],
    ['a text of version 2', ofText2],
    ['a memo of version 2', ofMemo2],
    ['a text of version 3', ofText3],
  ])('passes a proof by %s', (_, proof) => {
    const checked = checkPublicProof(JSON.parse(JSON.stringify(proof)));
    expect(checked).toMatchObject({ status: 'checked', isValid: true, proof });
    expect(checked.status === 'checked' && checked.checks.map(({ name }) => name)).toEqual(
      Object.keys(publicProofChecks),
    );
  });

  // A change to a value outside the signature fails only one check.
  it.each<[string, Partial<StandingProof>, PublicProofCheck['name'][]]>([
    ['account code', { accountCode: '7F3K-2Q9E' }, ['account']],
    ['chain', { chain: 'solana:devnet' }, ['chain']],
    ['statement', { statement: text.replace('7F3K-2Q9D', '7F3K-2Q9E') }, ['statement']],
    ['statement by a space', { statement: `${text} ` }, ['statement']],
    ['time, too early', { provenAt: '2026-11-20T08:54:59.999Z' }, ['time']],
    ['time, too late', { provenAt: '2026-11-20T09:10:00.001Z' }, ['time']],
    ['link', { url: `https://elsewhere.example/proofs/${id}` }, ['link']],
    ['link to a script', { url: 'javascript:alert(1)' }, ['link']],
    ['id', { id: id.replace('0b', '1b') }, ['link']],
    ['site', { origin: 'https://elsewhere.example' }, ['signature', 'site', 'link']],
    ['scheme of the site', { origin: 'http://countersign.example' }, ['site', 'link']],
    ['site, which is none', { origin: 'nothing' }, ['signature', 'site', 'link']],
    ['address', { address: stranger.address }, ['signature', 'address']],
    [
      'address, which is none',
      { address: 'nothing' },
      ['signature', 'statement', 'address', 'account', 'site', 'chain', 'time'],
    ],
    ['signature', { signature: base64.encode(stranger.sign(message)) }, ['signature']],
    ['signature, cut', { signature: 'AAAA' }, ['signature']],
    ['signed bytes', { signedBytes: base64.encode(message.subarray(1)) }, ['signature']],
    ['method', { method: 'memo' }, ['signature', 'statement', 'address', 'account', 'site', 'chain', 'time']],
  ])('fails with a changed %s', (_, changes, expected) => {
    expect(failing({ ...ofText, ...changes })).toEqual(expected);
  });

  it('fails a changed message, even with a matching statement', () => {
    const otherText = text.replace('7F3K-2Q9D', '7F3K-2Q9E');
    const { signature: _, ...changes } = signing(otherText);
    expect(failing({ ...ofText, ...changes, accountCode: '7F3K-2Q9E' })).toEqual(['signature']);
  });

  it.each<[string, Partial<StandingProof>, PublicProofCheck['name'][]]>([
    ['account code', { accountCode: '7F3K-2Q9E' }, ['account']],
    ['chain', { chain: 'solana:devnet' }, ['chain']],
    ['site', { origin: 'https://elsewhere.example' }, ['signature', 'site', 'link']],
    ['signature', { signature: base64.encode(stranger.sign(message2)) }, ['signature']],
  ])('fails with a changed %s of version 2', (_, changes, expected) => {
    expect(failing({ ...ofText2, ...changes })).toEqual(expected);
  });

  const everySaying: PublicProofCheck['name'][] = [
    'statement',
    'address',
    'account',
    'site',
    'chain',
    'time',
  ];

  it('fails a statement that Auth accepts as a sign-in if the proof says version 2', () => {
    expect(failing({ ...ofText, version: 2 })).toEqual(['signature', ...everySaying]);
    const withUri = writeSignInText({ ...signInFields(facts2), uri: facts2.origin });
    expect(failing({ ...ofText2, ...signing(withUri) })).toEqual(['signature', ...everySaying]);
  });

  it('fails a statement of version 2 if the proof says version 1', () => {
    expect(failing({ ...ofText2, version: 1 })).toEqual(['signature', ...everySaying]);
  });

  it('fails a move that deletes an account where it is called version 2, and one that deletes none called version 3', () => {
    expect(failing({ ...ofText3, version: 2 })).toEqual(['signature', ...everySaying]);
    expect(failing({ ...ofText2, version: 3 })).toEqual(['signature', ...everySaying]);
  });

  it('fails every field of a signed text that is not a statement', () => {
    const flattery = text.replace('Prove this wallet for', 'I admire');
    const all = ['statement', 'address', 'account', 'site', 'chain', 'time'];
    expect(failing({ ...ofText, ...signing(flattery) })).toEqual(all);
  });

  it('fails a statement about another account, even if the wallet signed it', () => {
    const other = writeSignInText(signInFields({ ...facts, accountCode: '1111-1111' }));
    expect(failing({ ...ofText, ...signing(other) })).toEqual(['account']);
  });

  it('tolerates five minutes between two clocks, and no more', () => {
    expect(failing({ ...ofText, provenAt: '2026-11-20T08:55:00Z' })).toEqual([]);
    expect(failing({ ...ofText, provenAt: '2026-11-20T09:10:00Z' })).toEqual([]);
  });

  it.each<[keyof StandingProof, string, number]>([
    ['accountCode', 'x', 20],
    ['chain', 'x', 40],
    ['address', 'x', 100],
    ['origin', 'x', 400],
    ['url', 'x', 500],
    ['statement', 'x', 2048],
    ['message', 'AAAA', 4096],
    ['signedBytes', 'AAAA', 4096],
    ['signature', 'AAAA', 4096],
  ])('refuses a %s above its maximum length', (field, unit, most) => {
    const longest = { ...ofText, [field]: unit.repeat(most / unit.length) };
    expect(checkPublicProof(longest)).toMatchObject({ status: 'checked', isValid: false });
    const longer = { ...longest, [field]: longest[field] + unit };
    expect(checkPublicProof(longer)).toEqual({ status: 'unreadable' });
  });

  it('is smaller than longestPublicProofBytes, at its longest', () => {
    const longest = {
      ...{ ...ofText, accountCode: '"'.repeat(20), chain: '"'.repeat(40), address: '"'.repeat(100) },
      ...{ origin: '"'.repeat(400), url: '"'.repeat(500), statement: '\u0001'.repeat(2048) },
      ...{ message: 'AAAA'.repeat(1024), signedBytes: 'AAAA'.repeat(1024), signature: 'AAAA'.repeat(1024) },
    };
    expect(checkPublicProof(longest)).toMatchObject({ status: 'checked', isValid: false });
    expect(JSON.stringify(longest).length).toBeLessThan(longestPublicProofBytes);
  });

  it('accepts a time in any zone, and the ID of the proof that replaced it', () => {
    expect(failing({ ...ofText, provenAt: '2026-11-20T10:01:00+01:00' })).toEqual([]);
    const ended = {
      kind: 'countersign-proof',
      version: 1,
      id,
      status: 'replaced',
      endedAt: '2026-11-21T00:00:00Z',
    };
    expect(checkPublicProof({ ...ended, replacedBy: id })).toMatchObject({ proof: { replacedBy: id } });
    expect(checkPublicProof({ ...ended, replacedBy: 'x' })).toEqual({ status: 'unreadable' });
  });

  it('describes every check in its own sentence', () => {
    const sentences = Object.values(publicProofChecks);
    expect(new Set(sentences).size).toBe(8);
    for (const sentence of sentences) expect(sentence).toMatch(/^(The|It) [a-z ,]+\.$/);
  });

  it.each(['removed', 'moved', 'replaced', 'deleted'])('reports that a proof was %s', (status) => {
    const ended = { kind: 'countersign-proof', version: 1, id, status, endedAt: '2026-11-21T00:00:00Z' };
    expect(checkPublicProof(ended)).toEqual({ status: 'ended', proof: ended });
  });

  it('makes no check while the evidence is withheld', () => {
    const { statement: _, message: __, signedBytes: ___, signature: ____, ...about } = ofText;
    const withheld = { ...about, evidenceAt: '2026-11-20T09:06:00.000Z' };
    expect(checkPublicProof(withheld)).toEqual({ status: 'withheld', proof: withheld });
  });

  it('parses a text only if the message contains one', () => {
    const read = jest.fn(() => null);
    expect(checkPublicProof({ ...ofText, address: 'nothing' }, read)).toMatchObject({ isValid: false });
    expect(read).not.toHaveBeenCalled();
    checkPublicProof(ofText, read);
    expect(read).toHaveBeenCalledWith('sign_in', text);
  });

  it.each([
    ['nothing', undefined],
    ['null', null],
    ['a number', 7],
    ['a list', [ofText]],
    ['another kind', { ...ofText, kind: 'proof' }],
    ['another version', { ...ofText, version: 4 }],
    ['another status', { ...ofText, status: 'eternal' }],
    ['a list for a text', { ...ofText, address: [facts.address] }],
    ['an id that is a path', { ...ofText, id: '../../x' }],
    ['no signature', { ...ofText, signature: undefined }],
    ['bytes that are not base64', { ...ofText, signature: '%%%' }],
    [
      'base64 with another alphabet',
      { ...ofText, signature: ofText.signature.replace(/[+/]/g, '_').replace(/=/g, '') },
    ],
    ['base64 with stray bits', { ...ofText, signature: 'AB==' }],
    ['a statement of 1 MB', { ...ofText, statement: 'x'.repeat(1_000_000) }],
    ['a message of 1 MB', { ...ofText, message: 'AAAA'.repeat(250_000) }],
    ['a day for a time', { ...ofText, provenAt: '2026-11-20' }],
    ['a proof by prototype', JSON.parse(`{"__proto__":${JSON.stringify(ofText)}}`)],
  ])('cannot read %s', (_, json) => {
    expect(checkPublicProof(json)).toEqual({ status: 'unreadable' });
  });
});

test('compiles no code from text, which the Content Security Policy of its page forbids', async () => {
  const asBefore: FunctionConstructor = globalThis.Function;
  const construct = jest.fn(Reflect.construct);
  Reflect.set(globalThis, 'Function', new Proxy(asBefore, { construct }));
  try {
    await jest.isolateModulesAsync(async () => {
      const { checkPublicProof: checkAnew } = await import('./public-proof.ts');
      expect(checkAnew({ kind: 'countersign-proof', status: 'standing' })).toEqual({ status: 'unreadable' });
    });
    expect(construct).not.toHaveBeenCalled();
  } finally {
    Reflect.set(globalThis, 'Function', asBefore);
  }
});
