import { largestBodyInBytes, refuseRequest } from '../lib/http/check-csrf';
import { isPublicPath } from '../lib/http/public-paths';
import { contentSecurityPolicy } from '../lib/http/security-headers';
import { anyCharacter, fc, runs } from '../lib/testing/properties';
import { readMultipart } from './read-multipart';
import { refuseBody } from './refuse-body';

const siteUrl = 'https://countersign.example';
const form = 'application/x-www-form-urlencoded';
const printable = fc.string().filter((text) => text === text.trim());
const method = fc.constantFrom('POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'post', 'PROPFIND');
const pathname = fc.oneof(
  fc.webPath(),
  fc.constantFrom('/', '/sign-in', '/api/v1/proofs', '/API/v1', '//api/'),
);
const origin = fc.oneof(
  fc.webUrl().map((url) => new URL(url).origin),
  fc.constantFrom(
    'null',
    '',
    `${siteUrl}/`,
    `${siteUrl}:443`,
    `${siteUrl}.`,
    `${siteUrl}, ${siteUrl}`,
    siteUrl.toUpperCase(),
  ),
  fc.constantFrom(
    'http://countersign.example',
    `${siteUrl}.evil.example`,
    'https://evil-countersign.example',
  ),
  printable,
);
const contentType = fc.oneof(
  fc.constantFrom(form, 'multipart/form-data; boundary=x', 'text/plain', 'TEXT/PLAIN ; charset=utf-8'),
  fc.constantFrom(
    'application/json',
    'text/plainx',
    'text/html',
    '',
    'multipart/form-datax',
    ' ; text/plain',
  ),
  printable,
);

test('no origin but this site’s own gets a form, or a call of an action, past the door', () => {
  fc.assert(
    fc.property(method, pathname, origin, contentType, fc.boolean(), (by, path, from, type, callsAction) => {
      fc.pre(from !== siteUrl);
      const headers = new Headers({ origin: from, 'content-type': type, 'content-length': '5' });
      if (callsAction) headers.set('next-action', 'x');
      const refused = refuseRequest({ method: by, pathname: path, headers, siteUrl });
      const isForm =
        /^\s*(application\/x-www-form-urlencoded|multipart\/form-data|text\/plain)\s*(;|$)/i.test(type);
      if (!path.startsWith('/api/') || isForm || callsAction) expect(refused).not.toBeNull();
    }),
    runs(150),
  );
});

test('what passes from this site is a form of a known kind that says how long it is, in digits', () => {
  const length = fc.oneof(
    fc.nat(2 * largestBodyInBytes).map(String),
    fc.constantFrom('', '-1', '1e3', '0x5', 'x', '5,5', '+5', ' '),
  );
  fc.assert(
    fc.property(method, contentType, fc.option(length), (by, type, said) => {
      const headers = new Headers({ origin: siteUrl, 'content-type': type });
      if (said !== null) headers.set('content-length', said);
      const refused = refuseRequest({ method: by, pathname: '/sign-in', headers, siteUrl });
      if (refused !== null) return;
      expect(type.split(';')[0]?.trim().toLowerCase()).toMatch(
        /^(application\/x-www-form-urlencoded|multipart\/form-data|text\/plain)$/,
      );
      expect(said).toMatch(/^\d+$/);
      expect(Number(said)).toBeLessThanOrEqual(largestBodyInBytes);
    }),
    runs(150),
  );
});

test('a path is one of text, in any script: with a byte in it that is none there is no page, and nothing throws', () => {
  const segments = fc.array(fc.string({ unit: 'grapheme' }).map(encodeURIComponent), { minLength: 1 });
  const noText = fc.constantFrom('', '%', '%f', '%ff', '%E0%A4', '%80', '%zz');
  fc.assert(
    fc.property(fc.constantFrom('GET', 'HEAD'), segments, noText, (by, some, broken) => {
      const at = `/${some.join('/')}/${broken}/`;
      const refused = refuseRequest({ method: by, pathname: at, headers: new Headers(), siteUrl });
      expect(refused).toBe(broken === '' ? null : 'request.not_found');
      if (some[0] !== 'api') expect(isPublicPath(at)).toBe(false);
    }),
  );
});

const fieldName = fc.stringMatching(/^[\w $:.-]{1,12}$/);
const fields = fc.array(
  fc.record({
    name: fieldName,
    value: fc.oneof(fc.string({ unit: anyCharacter }), fc.constantFrom('--b', '\r\n', '\r\n--', '--b--')),
  }),
  { maxLength: 5 },
);

const encodeForm = (sent: { name: string; value: string }[], boundary: string) => {
  const part = ({ name, value }: (typeof sent)[number]) =>
    `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
  return Buffer.from(`${sent.map(part).join('')}--${boundary}--\r\n`);
};

test('a form is read as the platform that wrote it reads it', async () => {
  await fc.assert(
    fc.asyncProperty(fields, async (sent) => {
      const made = new FormData();
      for (const { name, value } of sent) made.append(name, value);
      const encoded = new Response(made);
      const type = encoded.headers.get('content-type') ?? '';
      const body = Buffer.from(await encoded.arrayBuffer());
      const parts = readMultipart(body, type)?.map(({ name, content }) => [name, content.toString()]);
      const again = await new Response(body, { headers: { 'content-type': type } }).formData();
      expect(parts).toEqual([...again]);
    }),
  );
});

test('a form with any boundary, cut or with a byte changed, is none, or one that the platform reads alike', async () => {
  const boundary = fc.oneof(
    fc.stringMatching(/^[\w'+.-]{1,70}$/),
    fc.stringMatching(/^[\w'()+,./:=?-]{1,5}$/),
  );
  const value = fc.stringMatching(/^[\w\r\n-]{0,12}$/);
  const plain = fc.array(fc.record({ name: fieldName, value }), { minLength: 1, maxLength: 3 });
  const forms = fc.record({
    ...{ boundary, sent: plain, place: fc.nat(), byte: fc.nat(0x7e), quotes: fc.boolean() },
    what: fc.constantFrom('whole', 'cut', 'changed'),
  });
  const outcomes = { read: 0, refused: 0 };
  await fc.assert(
    fc.asyncProperty(forms, async ({ boundary, sent, place, byte, what, quotes }) => {
      const body = encodeForm(sent, boundary);
      const at = place % body.length;
      const changed = what === 'cut' ? body.subarray(0, at) : body;
      if (what === 'changed') changed[at] = byte;
      const type = `multipart/form-data; boundary=${quotes ? `"${boundary}"` : boundary}`;
      const parts = readMultipart(changed, type);
      outcomes[parts ? 'read' : 'refused'] += 1;
      if (!parts) return;
      const again = await new Response(changed, { headers: { 'content-type': type } }).formData();
      const read = [...again].map(([name, value]) => [name, String(value)]);
      expect(parts.map(({ name, content }) => [name, content.toString()])).toEqual(read);
    }),
    runs(150),
  );
  expect(Math.min(outcomes.read, outcomes.refused)).toBeGreaterThan(0);
});

test('no body makes the check of it throw', () => {
  const known = '60aaef11a5fd6610ffb2d0e34a6cb5c07adc817579';
  const reference = fc.constantFrom(
    '$0',
    '$1',
    '$0:0',
    '$K1',
    '$$',
    '$F1',
    '$@1',
    '$undefined',
    '$n1',
    '$D',
    '$',
    '$0:__proto__:x',
  );
  const json = fc.oneof(
    fc.json(),
    fc.array(fc.oneof(reference, fc.string())).map((some) => JSON.stringify(some)),
  );
  const body = fc.oneof(
    fc.uint8Array().map((bytes) => Buffer.from(bytes)),
    json.map((text) => Buffer.from(text)),
  );
  const names = fc.constantFrom(
    '0',
    '1',
    'a',
    '_1_a',
    `$ACTION_ID_${known}`,
    '$ACTION_REF_1',
    '$ACTION_1:0',
    '$ACTION_1:1',
  );
  const formBody = fc
    .array(fc.record({ name: names, value: json }), { maxLength: 4 })
    .map((sent) => encodeForm(sent, 'a-boundary'));
  const types = fc.constantFrom(
    'multipart/form-data; boundary=a-boundary',
    'text/plain',
    form,
    'multipart/form-data',
  );
  fc.assert(
    fc.property(
      fc.oneof(body, formBody),
      types,
      fc.option(fc.constantFrom(known, 'x', '4'.repeat(42)), { nil: undefined }),
      (sent, type, actionId) => {
        const refused = refuseBody({
          contentType: type,
          actionId,
          body: sent,
          route: { name: '/', isPage: true, actions: new Set([known]) },
        });
        expect([null, 'request.malformed', 'request.outdated']).toContain(refused);
        if (actionId === 'x') expect(refused).toBe('request.malformed');
      },
    ),
    runs(150),
  );
});

test('no source that a page may reach adds a directive of its own or loosens another one', () => {
  const source = fc.oneof(
    fc.webUrl().map((url) => new URL(url).origin),
    fc.constantFrom('https://rpc.example', 'wss://rpc.example:8900'),
  );
  const sources = fc.array(source, { maxLength: 3 });
  const nonce = fc
    .uint8Array({ minLength: 16, maxLength: 16 })
    .map((bytes) => Buffer.from(bytes).toString('base64'));
  const read = (policy: string) =>
    new Map(policy.split('; ').map((directive) => [directive.split(' ')[0], directive]));
  fc.assert(
    fc.property(nonce, sources, sources, sources, (once, reachable, formTargets, framed) => {
      const [bare, full] = [
        read(contentSecurityPolicy(once)),
        read(contentSecurityPolicy(once, { reachable, formTargets, framed })),
      ];
      const open = new Map([
        ['connect-src', reachable],
        ['form-action', formTargets],
      ]);
      for (const [name = '', directive] of bare)
        expect(full.get(name)).toBe([directive, ...(open.get(name) ?? [])].join(' '));
      expect(full.size).toBe(bare.size + (framed.length > 0 ? 1 : 0));
    }),
  );
});
