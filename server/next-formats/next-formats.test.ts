import { execFileSync } from 'node:child_process';
import { IncomingMessage } from 'node:http';
import { createRequire } from 'node:module';
import { Socket } from 'node:net';
import { anyCharacter, fc, runs } from '../../lib/testing/properties';
import { receiveBody } from '../receive-body';
import { isRouterState } from './is-router-state';
import { readMultipart, refuseBody } from './refuse-body';

const require = createRequire(__filename);

/** Compares our copy of a private format with the installed version. A failure says which one changed. */
function testFormat(changed: string, title: string, compare: () => void | Promise<void>): void {
  test(title, async () => {
    try {
      await compare();
    } catch (cause) {
      throw new Error(`${changed}, or we changed our copy: see docs/upgrading.md`, { cause });
    }
  });
}

const kindsOfSegments = 'c ci(..)(..) ci(.) ci(..) ci(...) oc d di(..)(..) di(.) di(..) di(...) z'.split(' ');
const segment = fc.oneof(
  fc.constantFrom(...kindsOfSegments).map((kind) => ['id', 'x', kind, null]),
  fc.constantFrom<unknown>('', 'wallets', null, 5, ['id', 'x', 'd', null], ['id', 'x', 'oc', ['a']]),
  fc.constantFrom<unknown>(['id', 'x', 'd'], ['id', 'x', 'z', null], ['id', 'x', 'd', [1]]),
);
const more = fc.constantFrom<unknown>(
  null,
  ['/a', '?b'],
  ['/a'],
  'refetch',
  'metadata-only',
  'inside-shared-layout',
  'x',
  0,
  31,
  'id',
);
const { tree } = fc.letrec<{ tree: unknown }>((tie) => ({
  tree: fc.oneof(
    { maxDepth: 4, withCrossShrink: false },
    fc.tuple(segment, fc.constant({})),
    fc
      .tuple(
        segment,
        fc.dictionary(fc.constantFrom('children', 'modal', '__proto__', 'constructor'), tie('tree')),
        fc.array(more, { maxLength: 5 }),
      )
      .map(([of, children, others]) => [of, children, ...others]),
    fc.tuple(segment, tie('tree')).map(([of, child]) => [of, { children: child }, null, null, 16, 'id']),
    fc.constantFrom<unknown>(
      [],
      [''],
      ['', []],
      ['', null],
      ['', 5],
      {},
      null,
      'x',
      ['', { children: 5 }],
      [null, {}],
    ),
  ),
}));

testFormat('Next changed its router state', 'a router state passes exactly if Next.js can read it', () => {
  const next = require('next/dist/server/app-render/parse-and-validate-flight-router-state');
  const canNextRead = (header: string) => {
    try {
      next.parseAndValidateFlightRouterState(header);
      return true;
    } catch (error) {
      // A missing reader refuses nothing.
      if (error instanceof TypeError) throw error;
      return false;
    }
  };
  const read = { true: 0, false: 0 };
  const compare = (header: string) => {
    read[`${canNextRead(header)}`] += 1;
    expect([header, isRouterState(header)]).toEqual([header, canNextRead(header)]);
  };
  fc.assert(
    fc.property(tree, (state) => compare(encodeURIComponent(JSON.stringify(state)))),
    runs(3000),
  );
  for (const header of [
    '',
    'x',
    '%',
    '%ff',
    '[',
    '["",{}]',
    '["",{},null,"inside-shared-layout"]',
    '["",{}],["",{}]',
    '%5B%22%22%2C%7B%22__proto__%22%3A5%7D%5D',
  ])
    compare(header);
  compare(encodeURIComponent(`${'["",{"a":'.repeat(700)}["",{}]${'}]'.repeat(700)}`));
  expect(Math.min(read.true, read.false)).toBeGreaterThan(500);
});

const actionId = '60aaef11a5fd6610ffb2d0e34a6cb5c07adc817579';
const route = { name: '/', isPage: true, actions: new Set([actionId]) };
const multipart = 'multipart/form-data; boundary=bb';

/** Sends and renders an action as for one of the site's forms. */
const writer = `
const { createElement, useActionState } = require('react');
const { prerender } = require('react-dom/static');
const { createServerReference, encodeReply } = require('next/dist/compiled/react-server-dom-turbopack/client.node');
(async () => {
  const action = createServerReference('${actionId}', () => {});
  const form = new FormData();
  form.append('email', 'a@example.com');
  const sent = new Response(await encodeReply([{ status: 'ready' }, form]));
  const Form = () => createElement('form', { action: useActionState(action, { status: 'ready' })[1] });
  const { prelude } = await prerender(createElement(Form));
  console.log(JSON.stringify([sent.headers.get('content-type'), await sent.text(), await new Response(prelude).text()]));
})();`;

testFormat('React changed how it sends actions', 'an action passes as React sends it', () => {
  const [type = '', sent = '', page = ''] = runReact(writer) as string[];
  expect(refuseBody({ contentType: type, actionId, body: Buffer.from(sent), route })).toBeNull();
  const hidden = [...page.matchAll(/name="([^"]+)"(?: value="([^"]*)")?/g)].map(
    ([, field = '', value = '']) => ({
      name: field,
      content: value.replaceAll('&quot;', '"'),
    }),
  );
  const body = Buffer.from(encode(hidden));
  expect(refuseBody({ contentType: multipart, actionId: undefined, body, route })).toBeNull();
});

/** Runs React's own readers, which refuse to load beside the React of pages. */
const reader = `
const { decodeReply, decodeReplyFromBusboy } = require('next/dist/compiled/react-server-dom-turbopack/server.node');
const busboy = require('next/dist/compiled/busboy');
const describe = (value) => JSON.stringify(value, (_, one) => (one instanceof FormData ? { form: [...one].map(([name, of]) => [name, String(of)]) } : one));
const read = async ({ type, body }) => {
  if (!type.startsWith('multipart')) return describe(await decodeReply(body, {}, {}));
  const form = busboy({ defParamCharset: 'utf8', headers: { 'content-type': type } });
  const reply = decodeReplyFromBusboy(form, {}, {});
  form.end(Buffer.from(body));
  return describe(await reply);
};
(async () => {
  const outcomes = [];
  for (const one of JSON.parse(require('fs').readFileSync(0, 'utf8')))
    outcomes.push(await read(one).catch((error) => 'threw ' + error));
  console.log(JSON.stringify(outcomes));
})();`;

test("an action of a page that the development server has not compiled counts as another build's", () => {
  const body = Buffer.from('[]');
  expect(refuseBody({ contentType: 'text/plain', actionId, body, route: undefined })).toBe(
    'request.outdated',
  );
  const sent = { contentType: multipart, actionId: undefined, body: Buffer.from('--bb--'), route: undefined };
  expect(refuseBody(sent)).toBeNull();
});

const kinds = '$ @ h H T Q W K i I - N u D n A B R r X x S'.split(' ');
const text = fc.oneof(
  fc
    .tuple(fc.constantFrom(...kinds, ''), fc.constantFrom('', '0', '1', '0:0', '00'))
    .map((both) => `$${both.join('')}`),
  fc.constantFrom('$undefined', '$$5', '', 'a', '\0', '--b', '\r\n'),
  fc.string({ unit: anyCharacter, maxLength: 8 }),
);
const { value } = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3 },
    text,
    fc.constantFrom(null, 5, true),
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(fc.constantFrom('a', 'then', '__proto__', '0', 'length'), tie('value'), { maxKeys: 3 }),
  ),
}));
const args = fc.array(value, { maxLength: 3 });
type Field = { name: string; content: string };
const encode = (sent: Field[], boundary = 'bb') => {
  const part = ({ name, content }: Field) =>
    `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${content}\r\n`;
  return `${sent.map(part).join('')}--${boundary}--\r\n`;
};
const ofArguments = fc.array(
  fc.record({ name: fc.constantFrom('_1_a', '_1_b', '_2_a', '_1_', '1', '00'), content: text }),
  { maxLength: 3 },
);
const call = fc.oneof(
  args.map((list) => ({ type: 'text/plain;charset=UTF-8', body: JSON.stringify(list) })),
  fc.tuple(ofArguments, args, fc.boolean()).map(([sent, list, isOurs]) => {
    const own = isOurs ? sent.filter(({ name }) => name.startsWith('_1_')) : sent;
    const content = JSON.stringify(isOurs ? [{ status: 'ready' }, '$K1'] : list);
    return { type: multipart, body: encode([...own, { name: '0', content }]) };
  }),
);

testFormat('React changed how it reads calls', 'React reads all arguments that pass, and their form', () => {
  const passed = fc
    .sample(call, runs(1000))
    .filter(
      ({ type, body }) =>
        refuseBody({ contentType: type, actionId, body: Buffer.from(body), route }) === null,
    );
  expect(passed.length).toBeGreaterThan(100);
  const outcomes = runReact(reader, ['--conditions=react-server'], passed) as string[];
  for (const [place, outcome] of outcomes.entries()) {
    expect(outcome).not.toMatch(/^threw/);
    const { type = '', body = '' } = passed[place] ?? {};
    const [form] = (JSON.parse(outcome) as Array<{ form?: unknown[] } | null>).flatMap(
      (one) => one?.form ?? [],
    );
    // Whether the form has fields; and no form where none was sent.
    expect([body, form !== undefined]).toEqual([body, type === multipart && body.includes('name="_1_')]);
  }
});

function runReact(program: string, options: string[] = [], input: unknown = null): unknown {
  const output = execFileSync(process.execPath, [...options, '-e', program], {
    input: JSON.stringify(input),
    encoding: 'utf8',
    env: { ...process.env, NODE_ENV: 'production' },
  });
  return JSON.parse(output);
}

const name = fc.stringMatching(/^[\w $:.-]{1,12}$/);

test('a form is read as the platform that wrote it reads it', async () => {
  const content = fc.oneof(
    fc.string({ unit: anyCharacter }),
    fc.constantFrom('--b', '\r\n', '\r\n--', '--b--'),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(fc.record({ name, content }), { maxLength: 5 }), async (sent) => {
      const made = new FormData();
      for (const one of sent) made.append(one.name, one.content);
      const encoded = new Response(made);
      const type = encoded.headers.get('content-type') ?? '';
      const body = Buffer.from(await encoded.arrayBuffer());
      expect(readFields(body, type)).toEqual(await readFieldsAsPlatform(body, type));
    }),
  );
});

test('a form with any boundary, cut or with a byte changed, is refused, or read as the platform reads it', async () => {
  const content = fc.stringMatching(/^[\w\r\n-]{0,12}$/);
  const forms = fc.record({
    boundary: fc.oneof(fc.stringMatching(/^[\w'+.-]{1,70}$/), fc.stringMatching(/^[\w'()+,./:=?-]{1,5}$/)),
    sent: fc.array(fc.record({ name, content }), { minLength: 1, maxLength: 3 }),
    what: fc.constantFrom('whole', 'cut', 'changed'),
    ...{ place: fc.nat(), byte: fc.nat(0x7e), quotes: fc.boolean() },
  });
  const outcomes = { read: 0, refused: 0 };
  await fc.assert(
    fc.asyncProperty(forms, async ({ boundary, sent, place, byte, what, quotes }) => {
      const whole = Buffer.from(encode(sent, boundary));
      const at = place % whole.length;
      const body = what === 'cut' ? whole.subarray(0, at) : whole;
      if (what === 'changed') body[at] = byte;
      const type = `multipart/form-data; boundary=${quotes ? `"${boundary}"` : boundary}`;
      const fields = readFields(body, type);
      outcomes[fields ? 'read' : 'refused'] += 1;
      if (fields) expect(fields).toEqual(await readFieldsAsPlatform(body, type));
    }),
    runs(150),
  );
  expect(Math.min(outcomes.read, outcomes.refused)).toBeGreaterThan(0);
});

const readFields = (body: Buffer, type: string) =>
  readMultipart(body, type)?.map((part) => [part.name, part.content.toString()]);

async function readFieldsAsPlatform(body: Buffer, type: string): Promise<string[][]> {
  const form = await new Response(new Uint8Array(body), { headers: { 'content-type': type } }).formData();
  return [...form].map(([of, content]) => [of, String(content)]);
}

testFormat('Next changed its copy of bodies', 'a copied request reports no error if aborted', async () => {
  const { getCloneableBody } = require('next/dist/server/body-streams');
  const request = new IncomingMessage(new Socket());
  Object.assign(request, { headers: { 'content-length': '5' } });
  const received = receiveBody(request, { largestInBytes: 5, silenceInMilliseconds: 60_000 });
  request.push(Buffer.from('whole'));
  request.push(null);
  await received;
  const body = getCloneableBody(request);
  body.cloneBodyStream();
  await body.finalize();
  const failed = jest.fn();
  request.on('error', failed);
  request.destroy(Object.assign(new Error('aborted'), { code: 'ECONNRESET' }));
  await new Promise((turn) => setImmediate(turn));
  expect(failed).not.toHaveBeenCalled();
});
