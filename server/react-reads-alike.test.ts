import { execFileSync } from 'node:child_process';
import { anyCharacter, fc, runs } from '../lib/testing/properties';
import { refuseBody } from './refuse-body';

const actionId = '60aaef11a5fd6610ffb2d0e34a6cb5c07adc817579';
const route = { name: '/', isPage: true, actions: new Set([actionId]) };
const multipart = 'multipart/form-data; boundary=bb';

/** Runs React's own readers, which refuse to be loaded beside the React of pages. */
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
const part = ({ name, content }: { name: string; content: string }) =>
  `--bb\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${content}\r\n`;
const fields = fc.array(
  fc.record({ name: fc.constantFrom('_1_a', '_1_b', '_2_a', '_1_', '1', '00'), content: text }),
  { maxLength: 3 },
);
const request = fc.oneof(
  args.map((list) => ({ type: 'text/plain;charset=UTF-8', body: JSON.stringify(list) })),
  fc.tuple(fields, args, fc.boolean()).map(([sent, list, isOurs]) => {
    const own = isOurs ? sent.filter(({ name }) => name.startsWith('_1_')) : sent;
    const content = JSON.stringify(isOurs ? [{ status: 'ready' }, '$K1'] : list);
    return { type: multipart, body: `${[...own, { name: '0', content }].map(part).join('')}--bb--\r\n` };
  }),
);

test('what passes as the arguments of an action React reads, every field of its form included', () => {
  const passed = fc
    .sample(request, runs(1000))
    .filter(
      ({ type, body }) =>
        refuseBody({ contentType: type, actionId, body: Buffer.from(body), route }) === null,
    );
  expect(passed.length).toBeGreaterThan(100);
  const outcomes = JSON.parse(
    execFileSync(process.execPath, ['--conditions=react-server', '-e', reader], {
      input: JSON.stringify(passed),
      encoding: 'utf8',
      env: { ...process.env, NODE_ENV: 'production' },
    }),
  ) as string[];
  for (const [place, outcome] of outcomes.entries()) {
    expect(outcome).not.toMatch(/^threw/);
    const { type = '', body = '' } = passed[place] ?? {};
    const [form] = (JSON.parse(outcome) as Array<{ form?: unknown[] } | null>).flatMap(
      (one) => one?.form ?? [],
    );
    // Whether there are fields in it, and no form where none was sent.
    expect([body, form !== undefined]).toEqual([body, type === multipart && body.includes('name="_1_')]);
  }
});
