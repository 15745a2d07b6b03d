import { prerender } from 'react-dom/static';
import ConfirmAccessPage from './page';

const mockAccount = { methods: [''], live: {}, enabled: [''] };

jest.mock('@/lib/session/viewer', () => ({ requireViewer: async () => ({ id: 'ada', email: '' }) }));
jest.mock('@/lib/session/require-live-session', () => ({ redirectOnRefusal: () => undefined }));
jest.mock('@/lib/auth/step-up/require-recent-auth', () => ({
  listStepUpMethods: async () => ({ ok: true, methods: mockAccount.methods }),
}));
jest.mock('@/lib/auth/step-up/describe-step-up', () => ({
  describeRecovery: async () => mockAccount.live,
}));
jest.mock('@/lib/supabase/settings', () => ({ readEnabledSignInMethods: async () => mockAccount.enabled }));
jest.mock('@/lib/wallets/read-offered-wallets', () => ({}));
jest.mock('@/components/sign-in/mailbox-hint', () => ({ MailboxHint: () => null }));
jest.mock('./passkey-method', () => ({ PasskeyMethod: () => 'a passkey' }));
jest.mock('./step-up-forms', () => ({
  AuthenticatorForm: () => 'asks for its code',
  CodeMethod: () => 'asks for a mailed code',
  PasswordForm: () => 'asks for the password',
  WalletMethod: () => 'a wallet',
}));

const external = 'This method was set up outside this site.';
const owes = { ok: false, code: 'auth.second_factor_required' };
const having = (secondFactors: number) => ({ ok: true, mayRemove: false, secondFactors });

it.each([
  ['was set up here', ['passkey', 'authenticator'], having(1), 'asks for its code'],
  ['was set up outside this site', ['password', 'wallet'], having(1), external],
  ['was set up outside this site, and is owed', ['password'], owes, external],
  ['was removed in another tab', ['password'], having(0), 'asks for the password'],
])('if a required authenticator %s', async (_how, methods, live, said) => {
  Object.assign(mockAccount, { methods, live });
  const asked = Promise.resolve({ way: 'authenticator', only: '1' });
  const page = await ConfirmAccessPage({ searchParams: asked });
  const html = await new Response((await prerender(page)).prelude).text();
  expect(
    [external, 'asks for its code', 'asks for the password'].filter((one) => html.includes(one)),
  ).toEqual([said]);
  expect(html).not.toContain('Use a');
});

it.each([
  [[], 'a wallet'],
  [['email', 'google'], 'Google or a wallet'],
  [['google', 'github', 'azure'], 'GitHub, Google, or a wallet'],
])("names the project's providers among other ways to sign in: %j", async (enabled, names) => {
  Object.assign(mockAccount, { methods: [], live: having(0), enabled });
  const page = await ConfirmAccessPage({ searchParams: Promise.resolve({}) });
  const html = await new Response((await prerender(page)).prelude).text();
  expect(html.replaceAll('<!-- -->', '')).toContain(`such as with ${names}.`);
});
