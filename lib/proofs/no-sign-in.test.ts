import { sign } from 'node:crypto';
import { writeOffchainMessage } from 'countersign/proof/off-chain-message';
import { type ChallengePurpose, type ProofMethod, proofMethods } from 'countersign/proof/statement';
import { offChainFrames } from 'countersign/proof/verify';
import { makeWallet, postAuth, type TestWallet } from 'local-supabase/testing';
import { callAsServer, type Person, signUpPerson } from '../../supabase/testing/person';
import type { Viewer } from '../session/viewer';
import { siteOnBackend } from '../testing/point-site-at';
import {
  newStatement,
  openWalletServer,
  readSignedIn,
  signWith,
  switchBrowser,
} from '../testing/wallet-visitor';

const backend = siteOnBackend();
let proofs: typeof import('./issue-challenge') & typeof import('./prove-wallet');
beforeAll(async () => {
  proofs = { ...(await import('./issue-challenge')), ...(await import('./prove-wallet')) };
});
beforeEach(() => {
  switchBrowser();
  // Refusals are logged for operators.
  jest.spyOn(console, 'warn').mockReturnValue();
});

function asViewer({ bound, email }: Person): Viewer {
  const [id, sessionId] = [bound.p_user_id, bound.p_session_id];
  return {
    id,
    email,
    sessionId,
    aal: 'aal1',
    openedMailAt: null,
    sessionExpiresAt: Date.now() / 1000 + 3600,
  };
}

async function callAuth(message: string, signature: Uint8Array): Promise<number> {
  const signed = { chain: 'solana', message, signature: Buffer.from(signature).toString('base64') };
  return (await postAuth(backend, '/token?grant_type=web3', signed)).status;
}

/** Variants of the text that an attacker may claim was signed. */
function retell(text: string, origin: string): string[] {
  const uri = `URI: ${origin}`;
  return [
    text,
    `${text}\n`,
    `${text}\n${uri}`,
    text.replace('\nVersion', `\n${uri}\nVersion`),
    `${text}\nResources:\n- ${origin}`,
    text.replaceAll('\n', '\r\n'),
  ];
}

/** A wallet's signatures of these bytes, plain and in each format. */
function signInEveryFrame(wallet: TestWallet, message: Buffer): Buffer[] {
  const frames = offChainFrames(message, wallet.publicKey, 'localhost:3000');
  return [message, ...frames].map((bytes) => sign(null, bytes, wallet.privateKey));
}

const everyChallenge = (['prove', 'move', 'move-and-delete', 'confirm'] as const).flatMap((purpose) =>
  proofMethods.map((method): [ChallengePurpose, ProofMethod] => [purpose, method]),
);

describe('Auth never accepts a statement to prove, move or confirm as a sign-in, at any time and by any method', () => {
  test.each(everyChallenge)('%s by %s', async (purpose, method) => {
    const viewer = asViewer(await signUpPerson(backend));
    const wallet = makeWallet();
    const issued = await proofs.issueChallenge({ viewer, purpose, method, address: wallet.address });
    if (!issued.ok) throw new Error(issued.code);
    const { challenge } = issued;
    expect(Object.keys(challenge.fields)).not.toContain('uri');
    const origin = 'http://localhost:3000';
    const message = Buffer.from(challenge.message, 'base64');
    // Two of these are equal for a text that is signed as it is.
    const texts = new Set(
      [
        challenge.text,
        challenge.text.replaceAll('. Version', '.\n\nVersion'),
        message.toString('latin1'),
      ].flatMap((each) => retell(each, origin)),
    );
    for (const signature of signInEveryFrame(wallet, message)) {
      for (const text of texts) {
        expect([text, await callAuth(text, signature)]).toEqual([text, 400]);
      }
    }
    // Auth accepts the same text with the URI line, so only that line is missing; but not in an off-chain message of version 1.
    if (method === 'memo') return;
    const withLine = challenge.text.replace('\nVersion', `\nURI: ${origin}\nVersion`);
    const framed = Buffer.from(writeOffchainMessage(Buffer.from(withLine), wallet.publicKey));
    expect(await callAuth(withLine, sign(null, framed, wallet.privateKey))).toBe(400);
    expect(await callAuth(withLine, sign(null, Buffer.from(withLine), wallet.privateKey))).toBe(200);
  });
});

test('a text to which the wallet added a URI line is refused, and not stored', async () => {
  const viewer = asViewer(await signUpPerson(backend));
  const wallet = makeWallet();
  for (const [method, code] of [
    ['sign_in', 'proof.statement_changed'],
    ['sign_message', 'proof.refused'],
  ] as const) {
    const issued = await proofs.issueChallenge({ viewer, purpose: 'prove', method, address: wallet.address });
    if (!issued.ok) throw new Error(issued.code);
    const { id, text } = issued.challenge;
    const message = Buffer.from(text.replace('\nVersion', '\nURI: http://localhost:3000\nVersion')).toString(
      'base64',
    );
    const submission = { viewer, device: null, ...signWith(wallet, { id, message }) };
    expect(await proofs.proveWallet(submission)).toEqual({ ok: false, code });
    // Nor by claiming that it signed the issued bytes.
    expect(await proofs.proveWallet({ ...submission, signedBytes: issued.challenge.message })).toMatchObject({
      ok: false,
    });
  }
  const stored = await callAsServer<object[]>(backend, 'test_read_proofs', { p_address: wallet.address });
  expect(stored.data).toBeNull();
});

describe('a proof made by signing in', () => {
  /** A user who signed in with a new wallet, and its submission. */
  async function comeInByWallet() {
    const server = await openWalletServer();
    const wallet = makeWallet();
    const asked = await newStatement(server, wallet);
    const signed = signWith(wallet, asked);
    const result = await server.signIn(signed);
    const session = await readSignedIn();
    if (!result.ok || !session) throw new Error('Nobody came in.');
    return { session, text: asked.text, signed };
  }

  test('would sign its holder in at Auth, so exports omit it until it expires', async () => {
    const { session, text, signed } = await comeInByWallet();
    expect(await callAuth(text, Buffer.from(signed.signature, 'base64'))).toBe(200);
    const { exportAccount } = await import('../auth/account/export-account');
    const { userId: id, sessionId } = session;
    const exported = await exportAccount({
      ...{ id, sessionId, email: '', aal: 'aal1', openedMailAt: null },
      sessionExpiresAt: Date.now() / 1000 + 3600,
    });
    if (!exported.ok) throw new Error(exported.code);
    const json = await new Response(exported.json).text();
    expect(JSON.parse(json).proofs).toEqual([
      expect.objectContaining({ status: 'standing', evidenceAt: expect.stringMatching(/Z$/) }),
    ]);
    const nonce = /Nonce: (\S+)/.exec(text)?.[1] ?? 'none';
    for (const secret of [signed.signature, signed.signedBytes, nonce]) expect(json).not.toContain(secret);
  });
});
