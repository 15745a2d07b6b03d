import * as client from 'openid-client';
import { give } from '../../supabase/apps-testing/let-apps-in';
import { signUpAndConfirm } from '../../supabase/local/testing/sign-in';
import type { LocalSupabase } from '../../supabase/local/testing/start-local-supabase';
import { shareBackend } from '../../supabase/testing/share-backend';
import { asPerson, type Person } from '../../supabase/wallets-testing/prove-without-signing';
import {
  connectApp,
  ledTo,
  openBrowser,
  openProviderDoor,
  type ProviderDoor,
  registerApp,
  startRequest,
  waitingAt,
} from '../testing/app-visitor';
import { pointSiteAt } from '../testing/point-site-at';

jest.mock('next/headers', () => jest.requireActual('../testing/wallet-visitor').fakeHeaders());
jest.mock('next/server', () => ({ after: () => undefined }));
jest.mock('../supabase/fetch', () => jest.requireActual('../testing/patient-fetch'));

let backend: LocalSupabase;
let door: ProviderDoor;
let person: Person;
beforeAll(async () => {
  backend = await shareBackend();
  pointSiteAt(backend);
  door = await openProviderDoor();
  person = asPerson(await signUpAndConfirm(backend));
});
afterAll(() => backend.stop());

test('an app that knows only the address of the site signs somebody in', async () => {
  const app = await registerApp(backend);
  const config = await connectApp(door, app);
  const { address, checks } = await startRequest(config, { scope: 'openid email offline_access' });
  const browser = openBrowser(door, person);
  const id = waitingAt(await browser.visit(address));
  const asked = await door.findInteraction(id);
  expect(asked).toMatchObject({
    step: 'consent',
    scopes: ['openid', 'email', 'offline_access'],
    missingScopes: ['openid', 'email', 'offline_access'],
    redirectHost: 'app.example',
  });
  const given = await give(backend, person, app.clientId, [], ['openid', 'email', 'offline_access']);
  const viewer = { id: person.bound.p_user_id, sessionId: person.bound.p_session_id, aal: 'aal1' } as never;
  const next = await door.finishConsent(id, viewer, String(given.data));
  const back = ledTo(await browser.visit(next));
  expect(back.origin + back.pathname).toBe('https://app.example/callback');
  const tokens = await client.authorizationCodeGrant(config, back, checks);
  expect(tokens.claims()).toMatchObject({ aud: app.clientId, acr: 'urn:countersign:1fa', amr: ['pwd'] });
  expect(tokens.scope?.split(' ').sort()).toEqual(['email', 'offline_access', 'openid']);
  const sub = String(tokens.claims()?.sub);
  expect(await client.fetchUserInfo(config, tokens.access_token, sub)).toEqual({
    sub,
    email: person.email,
    email_verified: true,
  });
  const again = await client.refreshTokenGrant(config, String(tokens.refresh_token));
  expect(again.refresh_token).not.toBe(tokens.refresh_token);
  expect(await client.tokenIntrospection(config, again.access_token)).toMatchObject({ active: true, sub });
  await client.tokenRevocation(config, again.access_token);
  expect(await client.tokenIntrospection(config, again.access_token)).toEqual({ active: false });
});
