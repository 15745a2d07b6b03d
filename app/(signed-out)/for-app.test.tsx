import { prerender } from 'react-dom/static';
import { ForApp } from './for-app';

let mockClient = { clientId: 'app', name: '', isReviewed: false, isFirstParty: false, hasLogo: true };

jest.mock('@/lib/oidc/interaction', () => ({
  findInteraction: async () => ({ clientId: 'app', destination: 'gate.example', scopes: [] }),
}));
jest.mock('@/lib/apps/read-client', () => ({ readClient: async () => mockClient }));
jest.mock('@/lib/session/viewer', () => ({ readViewer: async () => ({ signedIn: false }) }));
jest.mock('./signed-in-visitor', () => ({ hasSessionEnded: async () => false }));
jest.mock('@/lib/auth/sign-in/reset-password', () => ({ newPasswordPath: '/reset-password/new' }));
jest.mock('@/lib/env', () => ({ environment: () => ({ branding: { siteName: 'Countersign' } }) }));

async function draw(name: string, isReviewed = false): Promise<string> {
  mockClient = { ...mockClient, name, isReviewed };
  const { prelude } = await prerender(await ForApp({ next: `/connect/${'a'.repeat(22)}` }));
  return (await new Response(prelude).text()).replaceAll('<!-- -->', '');
}

// Registration refuses most of these names (client-name.test.ts). The page must be safe with all of them.
test.each([
  ['markup', '<img src=x onerror=alert(1)>', '&lt;img src=x onerror=alert(1)&gt;'],
  ['an end of its place', '</bdi></p><h1>Sign in', '&lt;/bdi&gt;&lt;/p&gt;&lt;h1&gt;Sign in'],
  ['right to left', 'متجر', 'متجر'],
  ['an override of the direction', 'etag\u202Emoc.knab', 'etag\u202Emoc.knab'],
  ['nothing to see', 'Ga\u200Bte', 'Ga\u200Bte'],
  ['letters of another alphabet', 'Соuntеrsign', 'Соuntеrsign'],
  ['no end', 'W'.repeat(200), 'W'.repeat(200)],
])("an unreviewed app's name can't escape its element, and follows the host: %s", async (_, name, shown) => {
  const html = await draw(name);
  expect(html.split(shown)).toHaveLength(2);
  expect(html).toContain(`<bdi class="[overflow-wrap:anywhere]">“${shown}”</bdi>`);
  expect(html.indexOf('gate.example')).toBeLessThan(html.indexOf(shown));
  expect(html).not.toContain('<img');
});

test('the host follows the name of a reviewed app', async () => {
  const html = await draw('متجر', true);
  expect(html).toMatch(/to continue to <bdi[^>]*>متجر<\/bdi> \(<bdi[^>]*>gate\.example<\/bdi>\)/);
});
