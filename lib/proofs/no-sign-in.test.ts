import { sign } from 'node:crypto';
import { offChainFrames } from 'countersign/proof/signed-frames';
import { type ChallengePurpose, type ProofMethod, proofMethods } from 'countersign/proof/statement';
import { makeWallet, postAuth, type TestWallet } from 'local-supabase/testing';
import { callAsServer, type Person, signUpPerson } from '../../supabase/testing/person';
import type { Viewer } from '../session/viewer';
import { siteOnBackend } from '../testing/point-site-at';
import { askFor, openWalletDoor, readSignedIn, signWith, switchBrowser } from '../testing/wallet-visitor';

jest.mock('../supabase/fetch', () => jest.requireActual('../testing/patient-fetch'));

const backend = siteOnBackend();
let proofs: typeof import('./issue-challenge') & typeof import('./prove-wallet');
beforeAll(async () => {
  proofs = { ...(await import('./issue-challenge')), ...(await import('./prove-wallet')) };
});
beforeEach(() => {
  switchBrowser();
  // What was refused is logged for the person who runs the site.
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

async function askAuth(message: string, signature: Uint8Array): Promise<number> {
  const signed = { chain: 'solana', message, signature: Buffer.from(signature).toString('base64') };
  return (await postAuth(backend, '/token?grant_type=web3', signed)).status;
}

/** Claims that a thief of the bytes may make about them. */
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

/** Every signature that a wallet gives for bytes, bare and in each frame. */
function signInEveryFrame(wallet: TestWallet, message: Buffer): Buffer[] {
  const frames = offChainFrames(message, wallet.publicKey, 'localhost:3000');
  return [message, ...frames].map((bytes) => sign(null, bytes, wallet.privateKey));
}

const everyChallenge = (['prove', 'move', 'confirm'] as const).flatMap((purpose) =>
  proofMethods.map((method): [ChallengePurpose, ProofMethod] => [purpose, method]),
);

describe('Auth takes no statement to prove, move or confirm as a sign-in, whatever the time and the signing way', () => {
  test.each(everyChallenge)('%s by %s', async (purpose, method) => {
    const viewer = asViewer(await signUpPerson(backend));
    const wallet = makeWallet();
    const issued = await proofs.issueChallenge({ viewer, purpose, method, address: wallet.address });
    if (!issued.ok) throw new Error(issued.code);
    const { challenge } = issued;
    expect(Object.keys(challenge.fields)).not.toContain('uri');
    const origin = 'http://localhost:3000';
    const message = Buffer.from(challenge.message, 'base64');
    // A text that is signed as it is reads the same in two of these.
    const texts = new Set(
      [
        challenge.text,
        challenge.text.replaceAll('. Version', '.\n\nVersion'),
        message.toString('latin1'),
      ].flatMap((each) => retell(each, origin)),
    );
    for (const signature of signInEveryFrame(wallet, message)) {
      for (const text of texts) {
        expect([text, await askAuth(text, signature)]).toEqual([text, 400]);
      }
    }
    // The same with the line, signed: nothing but the line is missing.
    if (method === 'memo') return;
    const withLine = challenge.text.replace('\nVersion', `\nURI: ${origin}\nVersion`);
    expect(await askAuth(withLine, sign(null, Buffer.from(withLine), wallet.privateKey))).toBe(200);
  });
});

test('what a wallet signed with a URI line of its own is refused, and nothing of it is stored', async () => {
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
    // Nor by saying that it signed what it was given.
    expect(await proofs.proveWallet({ ...submission, signedBytes: issued.challenge.message })).toMatchObject({
      ok: false,
    });
  }
  const stored = await callAsServer<object[]>(backend, 'test_read_proofs', { p_address: wallet.address });
  expect(stored.data).toBeNull();
});

describe('a proof that was made by signing in', () => {
  /** Someone who signed in with a new wallet, and what it signed. */
  async function comeInByWallet() {
    const door = await openWalletDoor();
    const wallet = makeWallet();
    const asked = await askFor(door, wallet);
    const signed = signWith(wallet, asked);
    const result = await door.signIn(signed);
    const session = await readSignedIn();
    if (!result.ok || !session) throw new Error('Nobody came in.');
    return { session, text: asked.text, signed };
  }

  test('signs in at Auth for whoever has it, so no export holds it before it has expired', async () => {
    const { session, text, signed } = await comeInByWallet();
    expect(await askAuth(text, Buffer.from(signed.signature, 'base64'))).toBe(200);
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
