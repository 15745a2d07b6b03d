import { openVisit, type SiteBody, settings } from '../testing/visit.ts';
import { createCountersign } from './create-countersign.ts';

let logged: string[] = [];
beforeEach(() => {
  logged = [];
  jest.spyOn(console, 'error').mockImplementation((line) => logged.push(String(line)));
});
afterEach(() => jest.restoreAllMocks());

const metadata = {
  issuer: settings.issuer,
  token_endpoint: `${settings.issuer}/oauth/token`,
  userinfo_endpoint: `${settings.issuer}/oauth/userinfo`,
};

/** A person whose access token has expired, and a site that answers one path so. */
async function refreshAt(answers: Record<string, () => Response>) {
  const { settings, cookieHeader } = await openVisit(200, {}, { endsIn: 0 });
  const fetch = async (input: RequestInfo | URL) => {
    const { pathname } = new URL(String(input));
    return answers[pathname]?.() ?? Response.json(metadata);
  };
  const app = createCountersign({ ...settings, fetch });
  return (await app.refreshWallets(cookieHeader)).answer;
}

const challenge = (header: string) => () =>
  new Response(null, { status: 401, headers: { 'www-authenticate': header } });
const badGateway = () => new Response('<html>', { status: 502 });

test.each<[string, () => Response, number]>([
  ['/oauth/token', challenge('Bearer realm="proxy"'), 401],
  ['/oauth/token', challenge('Negotiate'), 401],
  ['/oauth/token', badGateway, 502],
  ['/.well-known/openid-configuration', badGateway, 502],
])('if a proxy answers for %s, no session ends, and the log has the status', async (path, answer, status) => {
  expect(await refreshAt({ [path]: answer })).toEqual({ status: 'unreachable' });
  expect(logged).toEqual([expect.stringMatching(`^No site answers as ISSUER .* Cause: ${status}`)]);
});

test('a wrong secret throws an error that names the client ID', async () => {
  await expect(refreshAt({ '/oauth/token': challenge('Basic realm="site"') })).rejects.toMatchObject({
    code: 'invalid_client',
    message: expect.stringContaining(settings.clientId),
  });
});

test.each<[number, SiteBody | string]>([
  [502, '<html>'],
  [429, { error: { code: 'rate_limited', title: 'Too many requests.' } }],
])('the log has the status %i of wallets that could not be read', async (status, body) => {
  const { settings, cookieHeader } = await openVisit(200, {});
  const fetch = async () => new Response(typeof body === 'string' ? body : JSON.stringify(body), { status });
  expect(await createCountersign({ ...settings, fetch }).readWallets(cookieHeader)).toEqual({
    status: 'unreachable',
  });
  expect(logged).toEqual([expect.stringContaining(`Cause: "${status}`)]);
});

test('the body of a redirect is canceled, so that its connection is free again', async () => {
  const { settings, cookieHeader } = await openVisit(200, {});
  const canceled = jest.fn();
  const body = new ReadableStream({ cancel: canceled });
  const fetch = async () => new Response(body, { status: 302, headers: { location: '/elsewhere' } });
  await createCountersign({ ...settings, fetch }).readWallets(cookieHeader);
  expect(canceled).toHaveBeenCalledTimes(1);
});
