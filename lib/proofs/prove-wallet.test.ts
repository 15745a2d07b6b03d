import type { ChallengePurpose } from 'countersign/proof/statement';
import { makeWallet, type TestWallet } from 'local-supabase/testing';
import { signUpPerson } from '../../supabase/testing/person';
import type { Viewer } from '../session/viewer';
import { siteOnBackend } from '../testing/point-site-at';
import { openWalletServer, signInWallet, signWith, switchBrowser } from '../testing/wallet-visitor';

const backend = siteOnBackend();
let proofs: typeof import('./issue-challenge') & typeof import('./prove-wallet');
beforeAll(async () => {
  proofs = { ...(await import('./issue-challenge')), ...(await import('./prove-wallet')) };
});
beforeEach(() => {
  switchBrowser();
  jest.spyOn(console, 'warn').mockReturnValue();
});

async function signUpViewer(): Promise<Viewer> {
  const { bound, email } = await signUpPerson(backend);
  return {
    ...{ id: bound.p_user_id, sessionId: bound.p_session_id, email, aal: 'aal1' as const },
    ...{ openedMailAt: null, sessionExpiresAt: Date.now() / 1000 + 3600 },
  };
}

async function issue(viewer: Viewer, { address }: TestWallet, purpose: ChallengePurpose) {
  const issued = await proofs.issueChallenge({ viewer, purpose, method: 'sign_message', address });
  if (!issued.ok) throw new Error(issued.code);
  return issued.challenge;
}

test('only a valid signature to prove a wallet is told of the account that it alone opens, and only one that says so deletes it', async () => {
  const wallet = makeWallet();
  const other = await signInWallet(await openWalletServer(), wallet);
  const viewer = await signUpViewer();
  const submit = (challenge: { id: string; message: string }, key = wallet) =>
    proofs.proveWallet({ viewer, device: null, ...signWith(key, challenge) });

  const forged = await issue(viewer, wallet, 'prove');
  expect(await submit(forged, makeWallet())).toEqual({ ok: false, code: 'proof.refused' });
  expect(await submit(forged)).toEqual({ ok: false, code: 'proof.challenge_gone' });
  const told = {
    code: expect.any(String),
    createdAt: expect.any(String),
    proofs: 1,
    publicProofs: 0,
    apps: 0,
  };
  expect(await submit(await issue(viewer, wallet, 'prove'))).toEqual({
    ok: false,
    code: 'wallet.proven_elsewhere',
    account: { ...told, signsInHere: true },
  });

  for (const purpose of ['prove', 'move', 'confirm'] as const) {
    const { message } = await issue(viewer, wallet, purpose);
    const { id } = await issue(viewer, wallet, 'move-and-delete');
    expect(await submit({ id, message })).toEqual({ ok: false, code: 'proof.refused' });
  }
  expect(await submit(await issue(viewer, wallet, 'move-and-delete'))).toEqual({
    ok: true,
    proven: { proofId: expect.any(String), walletId: expect.any(String), outcome: 'moved' },
    closedUserId: other,
  });
});
