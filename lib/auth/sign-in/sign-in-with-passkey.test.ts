import { makePasskey } from '../../../supabase/local/testing/soft-authenticator';
import type { LocalSupabase } from '../../../supabase/local/testing/start-local-supabase';
import { setUpAuthenticator } from '../../../supabase/step-up-testing/change-step-up';
import { shareBackend } from '../../../supabase/testing/share-backend';
import { callAsServer, signUpPerson } from '../../../supabase/wallets-testing/prove-without-signing';
import {
  addPasskeyHere,
  answer,
  begun,
  openPasskeyDoor,
  type PasskeyDoor,
  signInHere,
} from '../../testing/passkey-visitor';
import { pointSiteAt } from '../../testing/point-site-at';
import { readSignedIn, switchBrowser, switchToSession } from '../../testing/wallet-visitor';

jest.mock('next/headers', () => jest.requireActual('../../testing/wallet-visitor').fakeHeaders());
jest.mock('next/server', () => ({ after: () => undefined }));
jest.mock('../../supabase/fetch', () => jest.requireActual('../../testing/patient-fetch'));

let backend: LocalSupabase;
let door: PasskeyDoor;
beforeAll(async () => {
  backend = await shareBackend();
  pointSiteAt(backend);
  door = await openPasskeyDoor();
});
beforeEach(() => {
  jest.spyOn(console, 'warn').mockReturnValue();
});
afterAll(() => backend.stop());

async function openAccount() {
  const person = await signUpPerson(backend);
  switchToSession(person.session);
  const added = await addPasskeyHere(door);
  return { person, ...added };
}

test('a passkey signs in where one was going, in a browser that has never been here', async () => {
  const { person, passkey } = await openAccount();
  switchBrowser();
  const signed = await door.signInWithPasskey({
    ...answer(begun(await door.startPasskeySignIn()), passkey),
    next: '/activity',
  });
  expect(signed).toEqual({ ok: true, redirectTo: '/activity' });
  expect(await readSignedIn()).toMatchObject({ userId: person.bound.p_user_id });
});

test('a passkey lets in to an account with an authenticator without its code', async () => {
  const { person, passkey } = await openAccount();
  await setUpAuthenticator(backend, person);
  switchBrowser();
  expect(await signInHere(door, passkey)).toEqual({ ok: true, redirectTo: '/wallets' });
  expect(await readSignedIn()).toMatchObject({ userId: person.bound.p_user_id });
  void callAsServer;
  void makePasskey;
});
