import '@/lib/testing/unreachable-project';
import { prerender } from 'react-dom/static';
import { SignInAttempts } from './sign-in-attempts';

const mockListed = { ok: true, attempts: [], signedIn: 0, hasAll: true };
jest.mock('@/lib/apps/attempts', () => ({ listAttempts: async () => mockListed }));

test.each([
  [999, true, '999'],
  [1000, false, 'at least 1000'],
  [640, false, 'at least 640'],
])('of %d people counted, of all: %s, it says %s', async (signedIn, hasAll, words) => {
  Object.assign(mockListed, { signedIn, hasAll });
  const element = await SignInAttempts({ acting: {} as never, clientId: 'app' });
  const page = await new Response((await prerender(element)).prelude).text();
  expect(page.replaceAll('<!-- -->', '')).toContain(`People signed in now, by valid tokens: ${words}. `);
});
