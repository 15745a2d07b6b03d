import { refuseBody } from './refuse-body';
import type { Route } from './routes';

const known = '60aaef11a5fd6610ffb2d0e34a6cb5c07adc817579';
/** An action of the build that another page has. */
const elsewhere = '40'.repeat(21);
const page = { name: '/sign-up', isPage: true, actions: new Set([known]) };
const data = { name: '/sign-out', isPage: false, actions: new Set<string>() };
const text = 'text/plain;charset=UTF-8';
const multipart = 'multipart/form-data; boundary=bb';
const plainForm = 'application/x-www-form-urlencoded';

type Fields = Record<string, string>;

function encode(fields: Fields): string {
  const parts = Object.entries(fields).map(
    ([name, value]) => `--bb\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  );
  return `${parts.join('')}--bb--\r\n`;
}

const inFile = (form: string, name: string) =>
  form.replace(`name="${name}"`, '$&; filename="x"\r\nContent-Type: text/plain');

const call = (contentType: string, body: string, actionId?: string, route: Route = page) =>
  refuseBody({ contentType, actionId, body: Buffer.from(body, 'latin1'), route });

describe('what the pages of this site send', () => {
  it.each<[string, Fields]>([
    ['a form that names its action', { [`$ACTION_ID_${known}`]: '', email: 'ada@example.com', empty: '' }],
    [
      'a form that names an action with a state',
      {
        $ACTION_REF_1: '',
        '$ACTION_1:0': `{"id":"${known}","bound":"$@1"}`,
        '$ACTION_1:1': '[{"status":"failed","values":{"price":"$$5","at":"$undefined"}}]',
        $ACTION_KEY: 'k',
        note: '$F1 and [brackets',
      },
    ],
    [
      'a form that names an action without a state',
      { $ACTION_REF_2: '', '$ACTION_2:0': `{"id":"${known}","bound":null}` },
    ],
  ])('passes: %s', (_what, fields) => {
    expect(call(multipart, encode(fields))).toBeNull();
  });

  it('passes a form of fields alone where no page is, and a page has no use for one', () => {
    for (const fields of [{ email: 'ada@example.com' }, {}] as Fields[]) {
      expect(call(multipart, encode(fields), undefined, data)).toBeNull();
      expect(call(multipart, encode(fields))).toBe('request.malformed');
    }
  });

  it.each(['[]', '["a","$$b",1,null,true,{"c":["$undefined"]}]', '[{"then":1}]'])(
    'passes when a script calls an action with data: %s',
    (body) => {
      expect(call(text, body, known)).toBeNull();
    },
  );

  it('passes when a script calls an action with a form, as a browser encodes it', async () => {
    const form = new FormData();
    form.append('_1_email', 'ada@example.com\r\n--');
    form.append('_1_quoted "name"', 'ü');
    form.append('_1_file', new File(['content'], 'a file.txt', { type: 'text/plain' }));
    form.append('_1_$ACTION_REF_1', '');
    form.append('_1_$ACTION_1:0', `{"id":"${known}","bound":"$@1"}`);
    form.append('_1_$ACTION_1:1', '[{"status":"ready"}]');
    form.append('0', '[{"status":"ready"},"$K1"]');
    const encoded = new Response(form);
    const body = Buffer.from(await encoded.arrayBuffer());
    const contentType = encoded.headers.get('content-type') ?? '';
    expect(refuseBody({ contentType, actionId: known, body, route: page })).toBeNull();
  });

  it('passes when it is a form of the plainest kind, whatever its escapes', () => {
    expect(call(plainForm, '%ff%zz=%&a=b')).toBeNull();
  });

  it('passes with a thousand arguments, and with 64 lists in a list, and not with one more', () => {
    const listOf = (count: number) => JSON.stringify(Array(count).fill(1));
    expect([1000, 1001].map((count) => call(text, listOf(count), known))).toEqual([
      null,
      'request.malformed',
    ]);
    const nested = (lists: number) => '['.repeat(lists) + ']'.repeat(lists);
    expect([65, 66].map((lists) => call(text, nested(lists), known))).toEqual([null, 'request.malformed']);
  });
});

const disposition = 'Content-Disposition: form-data; name="0"';

describe.each([undefined, known])('with the action %p', (actionId) => {
  it.each([
    ['a form that breaks off', multipart, `--bb\r\n${disposition}\r\n\r\n[]`],
    ['a form without an end', multipart, `--bb\r\n${disposition}\r\n\r\n[]\r\n`],
    ['a form that goes on after its end', multipart, `--bb\r\n${disposition}\r\n\r\n[]\r\n--bb--\r\nmore`],
    ['a form with other boundaries', multipart, `--cc\r\n${disposition}\r\n\r\n[]\r\n--cc--\r\n`],
    ['a form without a boundary', 'multipart/form-data', encode({ 0: '[]' })],
    [
      'a form with a boundary that Node takes for two',
      'multipart/form-data; boundary=b,b',
      `--b,b\r\n${disposition}\r\n\r\n[]\r\n--b,b--\r\n`,
    ],
    ['a form with an endless boundary', `multipart/form-data; boundary=${'b'.repeat(71)}`, ''],
    ['a form of nothing', multipart, ''],
    ['noise', multipart, '\xff\xfe\x00'],
    [
      'a field that holds the boundary, which Node fails at',
      multipart,
      `--bb\r\n${disposition}\r\n\r\nabb\r\n--bb--\r\n`,
    ],
    ['a field without a name', multipart, '--bb\r\nContent-Disposition: form-data\r\n\r\n[]\r\n--bb--\r\n'],
    ['a field without headers', multipart, '--bb\r\n\r\n[]\r\n--bb--\r\n'],
    [
      'a field in another encoding, in which its text is another',
      multipart,
      `--bb\r\n${disposition}\r\nContent-Type: text/plain; charset=utf-16le\r\n\r\n[]\r\n--bb--\r\n`,
    ],
    [
      'a field that is a file to one reader and none to the other',
      multipart,
      `--bb\r\n${disposition}\r\nContent-Type: application/octet-stream\r\n\r\n[]\r\n--bb--\r\n`,
    ],
    ['a field with a control character in its name', multipart, encode({ '_1_\x01': '', 0: '["$K1"]' })],
    ['a field with a backslash in its name', multipart, encode({ '_1_\\': '', 0: '["$K1"]' })],
    ['a field with an empty name', multipart, encode({ '': 'x', [`$ACTION_ID_${known}`]: '' })],
    ['a field with an endless name', multipart, encode({ [`_1_${'x'.repeat(17_000)}`]: '', 0: '["$K1"]' })],
    ['a field with a broken header', multipart, '--bb\r\nfoo\r\n\r\n[]\r\n--bb--\r\n'],
    [
      'a file in an encoding of its own, which ends the process',
      multipart,
      `--bb\r\n${disposition}; filename="x"\r\nContent-Transfer-Encoding: base64\r\n\r\n[]\r\n--bb--\r\n`,
    ],
  ])('refuses %s', (_attack, contentType, body) => {
    expect(call(contentType, body, actionId)).toBe('request.malformed');
  });
});

describe('an action that a script calls', () => {
  it.each(['', 'evil', '__proto__', 'é', '4'.repeat(41), known.toUpperCase(), `x${known}`, `${known}x`])(
    'refuses an id that is none: %p',
    (id) => {
      expect(call(text, '[]', id)).toBe('request.malformed');
    },
  );

  it('tells a page of another build apart from nonsense', () => {
    expect(call(text, '[]', '4'.repeat(42))).toBe('request.outdated');
  });

  it.each([
    ['no JSON', 'evil'],
    ['nothing', ''],
    ['a number', '5'],
    ['no list', '{"then":1}'],
    ['too many arguments', `[${'1,'.repeat(2000)}1]`],
    ['lists in lists', '['.repeat(15_000) + ']'.repeat(15_000)],
    ['a function of the server', '["$F1"]'],
    ['a number that is none', '["$n1evil"]'],
    ['an endless number', `["$n${'9'.repeat(301)}"]`],
    ['a row that is not there', '["$1"]'],
    ['a promise', '["$@1"]'],
    ['a blob', '["$B1"]'],
    ['an iterator', '["$i1"]'],
    ['a kind that is none', '["$Q9"]'],
    ['a function of the server with more dollars', '["$F$1"]'],
    ['a form of its own with more than a number', '["$K1evil"]'],
    ['what only begins like undefined', '["$undefinedly"]'],
    ['a path through what is nobody’s own', '["$0:constructor"]'],
    ['a path into null', '[null,"$0:0:x"]'],
    ['a path into a text', '["abc","$0:0:length"]'],
    ['a bare dollar', '["$"]'],
    ['a reference to what is there', '[{"a":{"b":1}},"$0:0:a"]'],
    ['a reference to what React leaves out', '[{"a":"$undefined"},"$0:0:a"]'],
    ['a list that doubles itself until React gives up', `[[1,2]${',"$0:0"'.repeat(30)}]`],
    ['a date', '["$D2026-01-01T00:00:00.000Z"]'],
    ['a number without an end', '["$Infinity"]'],
    ['a number too large to be one', '["$n12"]'],
    ['a form of another number', '["$K2"]'],
    ['a name that React takes away', '[{"__proto__":1}]'],
    ['one of those as the name of nothing deeper', '[{"a":[{"b":"$F1"}]}]'],
  ])('refuses %s', (_attack, body) => {
    expect(call(text, body, known)).toBe('request.malformed');
    expect(call(multipart, encode({ 0: body }), known)).toBe('request.malformed');
  });

  it.each<[string, Fields]>([
    ['no arguments', { _1_a: 'b' }],
    ['fields of a form that works without a script', { 0: '[]', email: 'x' }],
    ['rows that have no number', { 0: '[]', email: '5' }],
    ['rows with more than a number before it', { 0: '[]', row1: '5' }],
    ['rows with more than a number behind it', { 0: '[]', '1x': '5' }],
    ['fields with more than a number before them', { 0: '[]', x_1_email: 'x' }],
    ['a row that is no JSON', { 0: '["$1"]', 1: 'evil' }],
    ['a row before it was sent', { 0: '["$1","$K1"]', 1: '{}' }],
    ['a row beside the list', { 1: '{}', 0: '["$1"]' }],
    ['another name of the same row', { '00': '["$F1"]', 0: '[]' }],
    ['a form sent after the list', { 0: '["$K1"]', _1_a: 'b' }],
    ['a form that nothing names', { _1_a: 'b', 0: '[]' }],
    ['a form that is named twice', { _1_a: 'b', 0: '["$K1","$K1"]' }],
    ['another form', { _2_a: 'b', 0: '["$K2"]' }],
    ['a form within data', { _1_a: 'b', 0: '[["$K1"]]' }],
    ['a stream', { S1: 'C', 0: '["$R1"]' }],
  ])('refuses %s', (_attack, fields) => {
    expect(call(multipart, encode(fields), known)).toBe('request.malformed');
  });

  it('refuses a form in text, where there are no fields of it', () => {
    expect(call(text, '["$K1"]', known)).toBe('request.malformed');
  });

  it('refuses a list that is sent twice, of which React takes the last', () => {
    const twice = encode({ 0: '[]' }).replace('--bb--\r\n', encode({ 0: '["$F1"]' }));
    expect(call(multipart, twice, known)).toBe('request.malformed');
  });

  it.each([
    ['the plainest kind of form, which Next.js reads as text', `${plainForm};charset=UTF-8`, '[]'],
    ['the plainest kind of form', plainForm, '0=[]'],
    ['a form in other letters, which Next.js reads as text', 'MULTIPART/form-data; boundary=bb', '[]'],
  ])('refuses %s', (_attack, contentType, body) => {
    expect(call(contentType, body, known)).toBe('request.malformed');
  });

  it('is one that the page has, also in the form that works without a script', () => {
    expect(call(text, '[]', elsewhere)).toBe('request.outdated');
    const uncompiled = { contentType: text, actionId: known, body: Buffer.from('[]'), route: undefined };
    expect(refuseBody(uncompiled)).toBe('request.outdated');
    expect(call(multipart, encode({ [`$ACTION_ID_${elsewhere}`]: '' }))).toBe('request.outdated');
    expect(call(text, '[]', known, data)).toBe('request.malformed');
    expect(call(multipart, encode({ [`$ACTION_ID_${known}`]: '' }), undefined, data)).toBe(
      'request.malformed',
    );
  });

  it('refuses arguments in a file, and a row of them', () => {
    const body = inFile(encode({ 0: '[]' }), '0');
    expect(call(multipart, body, known)).toBe('request.malformed');
    const oneRow = inFile(encode({ 0: '["$1"]', 1: '5' }), '1');
    expect(call(multipart, oneRow, known)).toBe('request.malformed');
  });
});

describe('a form that works without a script', () => {
  const bound = `{"id":"${known}","bound":"$@1"}`;
  it.each<[string, Fields]>([
    ['an id that is none', { $ACTION_ID_evil: '' }],
    ['an action that isn’t described', { $ACTION_REF_1: '' }],
    ['a description that is no JSON', { $ACTION_REF_1: '', '$ACTION_1:0': '{' }],
    ['a description that is null', { $ACTION_REF_1: '', '$ACTION_1:0': 'null' }],
    ['a description that is a list', { $ACTION_REF_1: '', '$ACTION_1:0': '[]' }],
    ['a described id that is none', { $ACTION_REF_1: '', '$ACTION_1:0': '{"id":"evil","bound":null}' }],
    [
      'a described id in a list, which looks like one as text',
      { $ACTION_REF_1: '', '$ACTION_1:0': `{"id":["${known}"],"bound":null}` },
    ],
    ['a state that is not there', { $ACTION_REF_1: '', '$ACTION_1:0': bound }],
    [
      'a function of the server in the place of a state',
      { $ACTION_REF_1: '', '$ACTION_1:0': `{"id":"${known}","bound":"$F1"}`, '$ACTION_1:1': '[]' },
    ],
    ['a state that is no JSON', { $ACTION_REF_1: '', '$ACTION_1:0': bound, '$ACTION_1:1': '[evil' }],
    ['a state that is no list', { $ACTION_REF_1: '', '$ACTION_1:0': bound, '$ACTION_1:1': '5' }],
    [
      'a state that names a function of the server',
      { $ACTION_REF_1: '', '$ACTION_1:0': bound, '$ACTION_1:1': '["$F7"]' },
    ],
    [
      'a state that names a function of the server, and a row that is called like it',
      { $ACTION_REF_1: '', '$ACTION_1:0': bound, '$ACTION_1:1': '["$F7"]', '$ACTION_1:F7': '5' },
    ],
    [
      'a state by a name that React reads as the same',
      { $ACTION_REF_1: '', '$ACTION_1:0': `{"id":"${known}","bound":"$@01"}`, '$ACTION_1:01': '[]' },
    ],
    [
      'an id that is not where Next.js looks for it',
      { $ACTION_REF_1: '', '$ACTION_1:0': `{"bound":null,"id":"${known}"}` },
    ],
    [
      'a state that nothing names',
      { $ACTION_REF_1: '', '$ACTION_1:0': `{"id":"${known}","bound":null}`, '$ACTION_1:1': '[]' },
    ],
    ['an action without its number', { $ACTION_REF_: '', '$ACTION_:0': `{"id":"${known}","bound":null}` }],
    ['two actions', { [`$ACTION_ID_${known}`]: '', [`$ACTION_ID_${elsewhere}`]: '' }],
    ['a field of React that is none', { [`$ACTION_ID_${known}`]: '', $ACTION_x: '' }],
    [
      'one good action beside a bad one',
      { [`$ACTION_ID_${known}`]: '', $ACTION_REF_1: '', '$ACTION_1:0': '{' },
    ],
  ])('refuses %s', (_attack, fields) => {
    expect(call(multipart, encode(fields))).toBe('request.malformed');
  });

  it('refuses a state that is sent twice', () => {
    const form = encode({ $ACTION_REF_1: '', '$ACTION_1:0': bound, '$ACTION_1:1': '[]' });
    const twice = form.replace('--bb--\r\n', encode({ '$ACTION_1:1': '["$F1"]' }));
    expect(call(multipart, twice)).toBe('request.malformed');
  });

  it('refuses a state in a file', () => {
    const form = encode({ $ACTION_REF_1: '', '$ACTION_1:0': bound, '$ACTION_1:1': '[]' });
    expect(call(multipart, form)).toBeNull();
    expect(call(multipart, inFile(form, '$ACTION_1:1'))).toBe('request.malformed');
  });

  it('tells a page of another build apart from nonsense', () => {
    expect(call(multipart, encode({ [`$ACTION_ID_${'4'.repeat(42)}`]: '' }))).toBe('request.outdated');
  });
});
