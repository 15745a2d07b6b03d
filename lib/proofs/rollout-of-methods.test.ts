import type { ProofMethod } from 'countersign/proof/statement';
import { makeWallet } from 'local-supabase/testing';
import { accepted, callAsServer, signUpPerson } from '../../supabase/testing/person';
import type { Viewer } from '../session/viewer';
import { siteOnBackend } from '../testing/point-site-at';

const backend = siteOnBackend();

/** A process that knows only these methods, as one from before or after the newest was added. */
async function openProcess(proofMethods: readonly string[]) {
  jest.resetModules();
  jest.doMock('countersign/proof/statement', () => ({
    ...jest.requireActual('countersign/proof/statement'),
    proofMethods,
  }));
  return {
    ...(await import('./issue-challenge')),
    ...(await import('./prove-wallet')),
    ...(await import('./read-public-proof')),
    ...(await import('../wallets/list-wallets')),
    ...(await import('../auth/account/export-account')),
    ...(await import('../testing/wallet-visitor')),
  };
}

const older = ['sign_in', 'sign_message', 'memo'];
const newer = ['sign_offchain_message', ...older];

test.each([
  ['an older process reads what a newer one stored', newer, older, 'sign_offchain_message'],
  ['a newer process reads what an older one stored', older, newer, 'sign_message'],
] as const)('in a rollout, %s', async (_, writes, reads, method: ProofMethod) => {
  jest.spyOn(console, 'error').mockReturnValue();
  const { bound, email, session } = await signUpPerson(backend);
  const viewer: Viewer = {
    ...{ id: bound.p_user_id, sessionId: bound.p_session_id, email, aal: 'aal1', openedMailAt: null },
    sessionExpiresAt: Date.now() / 1000 + 3600,
  };
  const wallet = makeWallet();
  const writer = await openProcess(writes);
  const issued = await writer.issueChallenge({ viewer, purpose: 'prove', method, address: wallet.address });
  if (!issued.ok) throw new Error(issued.code);
  const submission = { viewer, device: null, ...writer.signWith(wallet, issued.challenge) };
  const reader = await openProcess(reads);
  // A method that the reader doesn't know proves nothing there, and the same signature still works where it is known.
  const early = reader.proveWallet(submission);
  if (reads.includes(method as never)) expect(await early).toMatchObject({ ok: true });
  else await expect(early).rejects.toThrow();
  const proven = await writer.proveWallet(submission);
  if (!proven.ok) throw new Error(proven.code);
  const { proofId, walletId } = proven.proven;
  const shown = { ...bound, p_wallet_id: walletId, p_is_public: true, p_device: null };
  accepted({ ...(await callAsServer(backend, 'publish_wallet', shown)), data: 'published' });

  reader.switchToSession(session);
  const listed = await reader.listWallets(viewer, 1, { search: '', order: 'newest' });
  expect(listed).toMatchObject({ wallets: [{ address: wallet.address, isPublic: true }] });
  const read = await reader.readPublicProof(proofId);
  expect(read).toMatchObject({ ok: true, proof: { method, statement: issued.challenge.text } });
  const exported = await reader.exportAccount(viewer);
  if (!exported.ok) throw new Error(exported.code);
  expect(await new Response(exported.json).json()).toMatchObject({ proofs: [{ id: proofId, method }] });
});
