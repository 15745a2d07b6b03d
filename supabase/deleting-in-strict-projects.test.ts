import { forServerAlone } from './testing/for-server-alone.ts';
import {
  callAsServer,
  issue,
  makeSigned,
  prove,
  proveNewWallet,
  signUpPerson,
  submit,
} from './testing/person.ts';
import { startBackend } from './testing/share-backend';

test.each([
  ['hides its passkeys', 'account_has_second_factor', 'select on auth.webauthn_credentials'],
  ["doesn't let it lock Auth's users", 'only_sign_in_method', 'update on auth.users'],
])('a wallet that moves deletes no account in a project that %s', async (_, reason, right) => {
  const backend = await startBackend(
    {},
    {
      '20990101000009_forbid.sql': forServerAlone(`reset role;
create function countersign.test_forbid() returns void
language sql security definer as 'revoke ${right} from postgres';`),
    },
  );
  try {
    const [ann, bob] = [await signUpPerson(backend), await signUpPerson(backend)];
    const { address } = await proveNewWallet(backend, bob);
    const left = { p_user_id: bob.bound.p_user_id, p_addresses: [address] };
    expect((await callAsServer(backend, 'test_leave_only_wallets', left)).refusal).toBeNull();
    const askForOffer = async () => {
      const [p_challenge_id, signed] = [await issue(backend, ann, address), makeSigned()];
      await submit(backend, ann, p_challenge_id, signed);
      return callAsServer(backend, 'offer_account_deletion', { ...ann.bound, ...signed, p_challenge_id });
    };
    expect((await askForOffer()).refusal).toBeNull();
    expect((await callAsServer(backend, 'test_forbid')).refusal).toBeNull();
    expect((await prove(backend, ann, address, 'move-and-delete')).refusal).toBe(`409 wallet.${reason}`);
    expect((await askForOffer()).refusal).toBe(`409 wallet.${reason}`);
    expect((await callAsServer(backend, 'require_live_session', bob.bound)).refusal).toBeNull();
  } finally {
    await backend.stop();
  }
});
