import * as hono from 'countersign/hono';
import * as server from 'countersign/server';
import { Hono } from 'hono';

/** Apps of the test by id: each keeps its state like a process of its own. */
const apps = new Map();

/** The test moves the clock. */
let ahead = 0;
const RealDate = Date;
globalThis.Date = class extends RealDate {
  constructor(...parts) {
    super(...(parts.length > 0 ? parts : [RealDate.now() + ahead]));
  }
  static now() {
    return RealDate.now() + ahead;
  }
};

const encode = async (value) =>
  value instanceof Response
    ? { response: { status: value.status, headers: [...value.headers], body: await value.text() } }
    : { value };

/** An app of Hono with a page for members. */
function openHono(given) {
  const { handler, requireWallet } = hono.createCountersign(given);
  return new Hono()
    .all('/auth/*', handler)
    .get('/members', requireWallet(), (context) => context.json(context.get('member')));
}

export default {
  /** Calls one function of the package, as the test asks. */
  async fetch(request) {
    const { id, site, now, settings, name, args } = await request.json();
    ahead = now - RealDate.now();
    const logged = [];
    console.error = (...words) => logged.push(words.join(' '));
    const fetchAtSite = (input, init) => {
      const { pathname, search } = new URL(input);
      const headers = new Headers(init?.headers);
      headers.set('x-app', id);
      return fetch(`${site}${pathname}${search}`, { ...init, headers });
    };
    const given = { ...settings, fetch: fetchAtSite };
    const asked = args.map((value) => (value?.url ? new Request(value.url, value) : value));
    const app = apps.get(id) ?? { ...server.createCountersign(given), hono: openHono(given).fetch };
    apps.set(id, app);
    const run = async () =>
      name === 'readWalletsOf' ? server.readWalletsOf(...asked, given) : app[name](...asked);
    const answer = await run().then(encode, ({ name, code, message }) => ({
      error: { name, code, message },
    }));
    return Response.json({ ...answer, logged });
  },
};
