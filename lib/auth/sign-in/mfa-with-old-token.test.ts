import { enrollAndProve, makeEmail, makeWallet, sessionOf } from 'local-supabase/testing';
import { signUpPerson } from '../../../supabase/testing/person';
import { siteOnBackend } from '../../testing/point-site-at';
import { switchToSession } from '../../testing/wallet-visitor';

const backend = siteOnBackend();

it('a token from before the second factor can neither rename the account nor get a challenge; one from after can', async () => {
  const person = await signUpPerson(backend);
  await enrollAndProve(person.client);
  const { setDisplayName } = await import('../account/account-name');
  const { changeEmail } = await import('../account/change-email');
  const { issueChallenge } = await import('../../proofs/issue-challenge');
  const { actingViewer } = await import('../../session/viewer');
  const { requireRecentAuth } = await import('../step-up/require-recent-auth');
  const challenge = async () => {
    const acting = await actingViewer();
    if (!acting.ok) return acting;
    const { address } = makeWallet();
    return issueChallenge({ viewer: acting.viewer, purpose: 'prove', method: 'sign_message', address });
  };
  const asksForCode = { ok: false, code: 'auth.second_factor_required' };
  switchToSession(person.session);
  const email = () => changeEmail(makeEmail('next'));
  for (const change of [() => setDisplayName('Stolen'), challenge, requireRecentAuth, email])
    expect(await change()).toEqual(asksForCode);
  switchToSession(await sessionOf(person.client));
  for (const change of [() => setDisplayName('Ada'), challenge, requireRecentAuth, email])
    expect(await change()).toMatchObject({ ok: true });
});
