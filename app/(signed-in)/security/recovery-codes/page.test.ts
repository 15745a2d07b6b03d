import { prerender } from 'react-dom/static';
import RecoveryCodesPage from './page';

const mockViewer = { id: 'ada', email: 'ada@example.com' };
const mockDue = jest.fn<Promise<boolean>, [string]>();
const mockUnused = { count: 0 };

jest.mock('@/lib/session/viewer', () => ({ requireViewer: async () => mockViewer }));
jest.mock('@/lib/session/sign-out', () => ({
  checkLiveSession: async () => ({ ok: true }),
}));
jest.mock('@/lib/session/require-live-session', () => ({ redirectOnRefusal: () => undefined }));
jest.mock('@/lib/auth/account/enroll-authenticator', () => ({
  recoveryCodesPath: '/security/recovery-codes',
}));
jest.mock('@/lib/auth/account/passkeys', () => ({
  listPasskeys: async () => ({ ok: true, passkeys: [] }),
}));
jest.mock('@/lib/auth/account/recovery-codes', () => ({
  areFirstCodesDue: (userId: string) => mockDue(userId),
  describeRecoveryCodes: async () => ({ ok: true, unused: mockUnused.count, madeAt: null, areKept: false }),
}));
jest.mock('@/lib/env', () => ({ environment: () => ({ branding: { siteName: 'Countersign' } }) }));
jest.mock('./make-codes', () => ({
  MakeCodes: ({ startsItself, children }: { startsItself: boolean; children: string }) => [
    children,
    startsItself ? 'by itself' : 'by a press',
  ],
}));

it.each([
  ['a link says that an authenticator was added', false, 0, 'by a press'],
  ['one was added here a moment ago', true, 0, 'by itself'],
  ['one was added here, and there are codes in use', true, 3, 'by a press'],
])('codes are made as expected when %s', async (_when, isDue, unused, made) => {
  mockDue.mockImplementation(async (userId) => isDue && userId === mockViewer.id);
  mockUnused.count = unused;
  const page = await RecoveryCodesPage({ searchParams: Promise.resolve({ added: '1' }) });
  const html = await new Response((await prerender(page)).prelude).text();
  expect(html).toContain('Two-step sign-in is on.');
  expect(html).toContain(made);
});
