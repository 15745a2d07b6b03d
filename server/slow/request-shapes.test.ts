import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { listOwnHosts } from '../check-request';
import type { Route } from '../next-formats/routes';
import { createSiteServer } from '../site-server';
import { listRequestShapes, readRefusal, sendShape } from '../testing/request-shapes';

// `requests-malformed.spec` sends these shapes to the production build. Mutation tests need them without a browser.

const action = '60aaef11a5fd6610ffb2d0e34a6cb5c07adc817579';
const elsewhere = '40'.repeat(21);

function findRoute(pathname: string): Route {
  const isPage = !/^\/(api|oauth|sign-out)/.test(pathname);
  return { name: pathname, isPage, actions: new Set(pathname === '/sign-up' ? [action] : []) };
}

const site = { siteUrl: 'http://localhost:3000', action, elsewhere };
const server = createSiteServer({
  ...{ siteUrl: site.siteUrl, findRoute },
  isOwnHost: listOwnHosts(site.siteUrl),
  isMissingFile: (pathname) => pathname.includes('gone'),
  handle: (_request, response) => response.end('passed'),
});
let url: string;
beforeAll(async () => {
  await once(server.listen(0, '127.0.0.1'), 'listening');
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => server.close());

test.each(listRequestShapes(site).map((shape) => [shape.what, shape] as const))(
  '%s',
  async (_what, shape) => {
    const answer = await sendShape(url, shape);
    const passed = shape.bytes.subarray(0, 4).toString() === 'HEAD' ? '' : 'passed';
    expect(readRefusal(answer) ?? answer.body).toBe(shape.answer ?? passed);
  },
);
