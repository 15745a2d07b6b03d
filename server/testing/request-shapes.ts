import { connect } from 'node:net';
import { type ErrorCode, errors } from '../../lib/errors.ts';
import { largestBodyInBytes } from '../../lib/http/body-limit.ts';

/** A request's bytes, and the code of its refusal; null if Next.js answers it. */
export type RequestShape = { what: string; bytes: Buffer; answer: ErrorCode | null; allow?: string };

type Site = {
  siteUrl: string;
  /** An action of `/sign-up`. */
  action: string;
  /** An action of other pages only. */
  elsewhere: string;
  /** Sent with the refused shapes. */
  cookie?: string;
};

/** Occurs in every part of a request that its sender chooses, so that tests can search a log for it. */
export const chosen = 'chosen-by-the-sender';

const text = 'text/plain;charset=UTF-8';
const multipart = 'multipart/form-data; boundary=qq';
const plainForm = 'application/x-www-form-urlencoded';
const named = 'Content-Disposition: form-data; name="0"';
const fileMethods = 'GET, HEAD';
const pageMethods = `${fileMethods}, POST`;
const dataMethods = `${pageMethods}, OPTIONS, PUT, PATCH, DELETE`;
const otherBuild = '4'.repeat(42);

type Fields = Record<string, string>;

const part = (headers: string, content = '[]') => `--qq\r\n${headers}\r\n\r\n${content}\r\n`;
const form = (headers: string, content?: string) => `${part(headers, content)}--qq--\r\n`;
const encode = (...forms: Fields[]) =>
  `${forms
    .flatMap((fields) => Object.entries(fields))
    .map(([name, value]) => part(`Content-Disposition: form-data; name="${name}"`, value))
    .join('')}--qq--\r\n`;
const inFile = (body: string, name: string) =>
  body.replace(`name="${name}"`, '$&; filename="x"\r\nContent-Type: text/plain');
const listOf = (count: number) => JSON.stringify(Array(count).fill(1));
const nested = (lists: number) => '['.repeat(lists) + ']'.repeat(lists);

/** With the field `0`, each would be a form that both an API route and an action accept. */
const unreadableForms: Record<string, [type: string, body: string]> = {
  'breaks off': [multipart, `--qq\r\n${named}\r\n\r\n[${chosen}`],
  'has no end': [multipart, part(named)],
  'goes on after its end': [multipart, `${form(named)}more`],
  'has a second end': [multipart, `${form(named)}--qq--`],
  'ends in half an end': [multipart, `${part(named)}--qq-`],
  'ends in a line feed': [multipart, `${part(named)}--qq--\n`],
  'has other boundaries': [multipart, form(named).replaceAll('--qq', '--cc')],
  'has no boundary': ['multipart/form-data', form(named)],
  'names none of its boundaries': ['multipart/form-data', form(named).replaceAll('qq', 'undefined')],
  'has a boundary in half a quote': ['multipart/form-data; boundary="qq', form(named)],
  'has a parameter behind its boundary': [`${multipart}; charset=utf-8`, form(named)],
  'has a parameter before its boundary': ['multipart/form-data; charset=x; boundary=qq', form(named)],
  'has a boundary that Node takes for two': [
    'multipart/form-data; boundary=b,b',
    form(named).replaceAll('qq', 'b,b'),
  ],
  'has a boundary of 71 characters': [
    `multipart/form-data; boundary=${'x'.repeat(71)}`,
    form(named).replaceAll('qq', 'x'.repeat(71)),
  ],
  'is empty': [multipart, ''],
  'is its first boundary': [multipart, '--qq'],
  'has half a line behind its first boundary': [multipart, '--qq\r'],
  'has more than a line behind its first boundary': [multipart, `--qqxy${form(named).slice(6)}`],
  'has a line in front of its first boundary': [multipart, `\r\n${form(named)}`],
  'is noise': [multipart, `\0\xff${chosen}`],
  'has a field that holds the boundary, at which Node fails': [multipart, form(named, 'aqq')],
  'has a field without a value': [multipart, `--qq\r\n${named}\r\n--qq--\r\n`],
  'has a field without an empty line': [multipart, `--qq\r\n${named}\r\n\r\n--qq--\r\n`],
  'has a field without headers': [multipart, '--qq\r\n\r\n[]\r\n--qq--\r\n'],
  'has 16 kB of headers': [multipart, form(`${named}; filename="${'x'.repeat(17_000)}"`)],
  ...Object.fromEntries(
    [
      'Content-Disposition: form-data',
      'Content-Disposition: attachment; name="0"',
      'Content-Disposition: form-data; name=0',
      'Content-Disposition: form-data; name=""',
      'Content-Disposition: form-data; name="0\\"',
      'Content-Disposition: form-data; name="0\x01"',
      'Content-Disposition: form-data; name="0"b"',
      'Content-Disposition: form-data; name="0\nb"',
      'Content-Disposition: form-data; name="0\rb"',
      `Content-Disposition: form-data; name="${'0'.repeat(4096)}"`,
      chosen,
      `x${named}`,
      `${named}x`,
      `X-Other: x\r\n${named}`,
      `${named}\r\nX-Other: x`,
      // A file to one reader and not to the other.
      `${named}\r\nContent-Type: application/octet-stream`,
      // Decodes to another text.
      `${named}\r\nContent-Type: text/plain; charset=utf-16le`,
      `${named}\nContent-Type: text/plain`,
      `${named}; filename=b`,
      `${named}; filename="b" `,
      `${named}; filename="b\\"`,
      `${named}; filename="b\x7f"`,
      `${named}; filename="b"c"`,
      `${named}; filename="b"\r\nContent-Type: text/plain\r\nX-Other: x`,
      `${named}; filename="b"\r\nContent-Type: a\rb`,
      // Crashes the process if it isn't refused.
      `${named}; filename="${chosen}"\r\nContent-Transfer-Encoding: base64`,
    ].map((headers) => [`has a field of ${JSON.stringify(headers)}`, [multipart, form(headers)]]),
  ),
};

const readableForms: Record<string, [type: string, body: string]> = {
  'of fields': [multipart, encode({ email: 'ada@example.com', empty: '' })],
  'of nothing': [multipart, '--qq--\r\n'],
  'without a line behind its end': [multipart, `${part(named)}--qq--`],
  'with a field behind a large one': [multipart, part(named, 'x'.repeat(5000)) + form(named)],
  'with a boundary in quotes': ['multipart/form-data;   boundary="qq"', form(named)],
  'with a boundary without a space': ['multipart/form-data;boundary=qq', form(named)],
  'with a boundary of 70 characters': [
    `multipart/form-data; boundary='+.-_${'x'.repeat(65)}`,
    form(named).replaceAll('qq', `'+.-_${'x'.repeat(65)}`),
  ],
  'of the plainest kind, whatever its escapes': [plainForm, '%ff%zz=%&a=b'],
  ...Object.fromEntries(
    ['', '\r\n', '\r\n\r\n', '--', '\r\n--b', '\xff\0', 'a: b\r\n\r\nc'].map((content) => [
      `with a field that holds ${JSON.stringify(content)}`,
      [multipart, form(named, content)],
    ]),
  ),
  ...Object.fromEntries(
    [
      'content-disposition: Form-Data; Name="0"',
      'Content-Disposition: form-data; name="ü b"',
      `${named}; filename="b"\r\nContent-Type: `,
      `${named}; filename="a file.txt"`,
      `${named}; filename=""\r\nContent-Type: application/octet-stream`,
    ].map((headers) => [`with a field of ${headers}`, [multipart, form(headers)]]),
  ),
};

const unreadableArguments: Record<string, string> = {
  'no JSON': chosen,
  nothing: '',
  'a number': '5',
  null: 'null',
  'no list': '{"then":1}',
  '1,001 arguments': listOf(1001),
  'lists in 65 lists': nested(66),
  'lists in 15,000 lists': nested(15_000),
  'a function of the server': `["$F${chosen}"]`,
  'a function of the server deeper': '[{"a":[{"b":"$F1"}]}]',
  'a function of the server with more dollars': '["$F$1"]',
  'a function of the server with two dollars more': '["$F$$1"]',
  'a number that is none': `["$n1${chosen}"]`,
  'a number too large to be one': '["$n12"]',
  'an endless number': `["$n${'9'.repeat(301)}"]`,
  'a number without an end': '["$Infinity"]',
  'a row that is not there': '["$1"]',
  'a promise': '["$@1"]',
  'a blob': '["$B1"]',
  'an iterator': '["$i1"]',
  'a kind that is none': '["$Q9"]',
  'a date': '["$D2026-01-01T00:00:00.000Z"]',
  'a form of another number': '["$K2"]',
  'a form with more than a number': '["$K1evil"]',
  'a text that only begins like undefined': '["$undefinedly"]',
  'a path through what every object has': '["$0:constructor"]',
  'a path into null': '[null,"$0:0:x"]',
  'a path into a text': '["abc","$0:0:length"]',
  'a bare dollar': '["$"]',
  'a reference to a value': '[{"a":{"b":1}},"$0:0:a"]',
  'a reference to a value that React leaves out': '[{"a":"$undefined"},"$0:0:a"]',
  'a list that doubles itself until React gives up': `[[1,2]${',"$0:0"'.repeat(30)}]`,
  'a name that React removes': '[{"__proto__":1}]',
};

/** The fields before the argument list, and the list. */
const unreadableRows: Record<string, [fields: Fields, list?: string]> = {
  'no field': [{}],
  'no arguments': [{ _1_a: 'b' }],
  'arguments of another name': [{ _1_a: 'b', list: '["$K1"]' }],
  'a field of a form that works without a script': [{ email: 'x' }, '["$K1"]'],
  'a row whose number comes after a letter': [{ row1: '5' }, '["$K1"]'],
  'a row whose number comes before a letter': [{ '1x': '5' }, '["$K1"]'],
  'a field whose number comes after a letter': [{ x_1_email: 'x' }, '["$K1"]'],
  'a row of its own': [{ 1: '{}' }, '["$1","$K1"]'],
  'another name of the same row': [{ '00': '["$F1"]' }, '["$K1"]'],
  'a backslash in the name of a field': [{ '_1_\\': '' }, '["$K1"]'],
  'a form that nothing names': [{ _1_a: 'b' }, '[]'],
  'a form that is named twice': [{ _1_a: 'b' }, '["$K1","$K1"]'],
  'another form': [{ _2_a: 'b' }, '["$K2"]'],
  'a form within data': [{ _1_a: 'b' }, '[["$K1"]]'],
  'a form, data and a function of the server': [{ _1_a: 'b' }, '["a","$F1","$K1"]'],
  'a stream': [{ S1: 'C' }, '["$R1"]'],
  'the list twice': [{ 0: '["$K1"]' }, '["$K1"]'],
};

/** Forms that work without a script: hidden fields name their action. */
function listNamingForms({ action, elsewhere }: Site) {
  const describe = (id: string, bound = '"$@1"') => `{"id":"${id}","bound":${bound}}`;
  const unbound = { $ACTION_REF_1: '', '$ACTION_1:0': describe(action, 'null') };
  const bound = { $ACTION_REF_1: '', '$ACTION_1:0': describe(action) };
  const whole = { ...bound, '$ACTION_1:1': '[]' };
  const named = { [`$ACTION_ID_${action}`]: '' };
  const readable: Record<string, Fields> = {
    'an action': { ...named, email: 'no email', empty: '' },
    'an action with a state': {
      ...bound,
      '$ACTION_1:1': '[{"status":"failed","values":{"price":"$$5","at":"$undefined"}}]',
      $ACTION_KEY: 'k',
      email: '$F1 and [brackets',
    },
    'an action without a state': { $ACTION_REF_12: '', '$ACTION_12:0': describe(action, 'null') },
    'an action behind its description': { '$ACTION_1:0': describe(action, 'null'), $ACTION_REF_1: '' },
  };
  const unreadable: Record<string, Fields[]> = {
    'no action': [{ email: 'ada@example.com' }],
    nothing: [{}],
    'an id that is none': [{ [`$ACTION_ID_${chosen}`]: '' }],
    'an action that isn’t described': [{ $ACTION_REF_1: '' }],
    'a description that is no JSON': [{ $ACTION_REF_1: '', '$ACTION_1:0': `{${chosen}` }],
    'a description that is null': [{ $ACTION_REF_1: '', '$ACTION_1:0': 'null' }],
    'a description that is a list': [{ $ACTION_REF_1: '', '$ACTION_1:0': '[]' }],
    'a described id that is none': [{ $ACTION_REF_1: '', '$ACTION_1:0': describe(chosen, 'null') }],
    'a described id in a list, the same as text': [
      { $ACTION_REF_1: '', '$ACTION_1:0': `{"id":["${action}"],"bound":null}` },
    ],
    'an id where Next.js doesn’t look for it': [
      { $ACTION_REF_1: '', '$ACTION_1:0': `{"bound":null,"id":"${action}"}` },
    ],
    'a state that is not there': [bound],
    'a state that nothing names': [{ ...unbound, '$ACTION_1:1': '[]' }],
    'a function of the server in the place of a state': [
      { $ACTION_REF_1: '', '$ACTION_1:0': describe(action, '"$F1"'), '$ACTION_1:1': '[]' },
    ],
    'a state that is no JSON': [{ ...bound, '$ACTION_1:1': `[${chosen}` }],
    'a state that is no list': [{ ...bound, '$ACTION_1:1': '5' }],
    'a state that is a number that is none': [{ ...bound, '$ACTION_1:1': `["$n${chosen}"]` }],
    'a state that names a function of the server': [{ ...bound, '$ACTION_1:1': '["$F7"]' }],
    'such a state, and a row of that name': [{ ...bound, '$ACTION_1:1': '["$F7"]', '$ACTION_1:F7': '5' }],
    'a state by a name that React reads as the same': [
      { $ACTION_REF_1: '', '$ACTION_1:0': describe(action, '"$@01"'), '$ACTION_1:01': '[]' },
    ],
    'a state twice': [{ ...bound, '$ACTION_1:1': '["$F1"]' }, { '$ACTION_1:1': '[]' }],
    ...Object.fromEntries(
      ['', 'x', '1x', 'x1'].map((number) => [
        `an action of the number "${number}"`,
        [{ [`$ACTION_REF_${number}`]: '', [`$ACTION_${number}:0`]: describe(action, 'null') }],
      ]),
    ),
    'an action by a name that only ends like one': [
      { $ACTION_XREF_1: '', '$ACTION_1:0': describe(action, 'null') },
    ],
    'a text before a description': [{ $ACTION_REF_1: '', '$ACTION_1:0': `x${describe(action, 'null')}` }],
    'a text behind a description': [{ $ACTION_REF_1: '', '$ACTION_1:0': `${describe(action, 'null')}x` }],
    'two actions': [{ ...named, [`$ACTION_ID_${elsewhere}`]: '' }],
    'a field of React that is none': [{ ...named, $ACTION_x: '' }],
    'a good action beside a bad one': [{ ...named, $ACTION_REF_1: '', '$ACTION_1:0': '{' }],
  };
  return { readable, unreadable, inFile: inFile(encode(whole), '$ACTION_1:1'), named };
}

const files = [
  ...['/icon.svg', '/favicon.ico', '/robots.txt', '/fonts/x.woff2', '/style/x'],
  ...['/_next/static/x.js', '/_next/image', '/_next/data/x.json'],
];
const data = ['/api/health', '/api/v1/proofs/x', '/api/nothing'];

const foreignHosts = [
  'evil.example',
  'evil.example:3000',
  'localhost.evil.example',
  '10.0.0.3:3000',
  '',
  'localhost@evil',
];

const routerStates: [state: string, answer: ErrorCode | null][] = [
  ['[]', 'request.malformed'],
  ['%', 'request.malformed'],
  [encodeURIComponent(`[null,{"children":"${chosen}"}]`), 'request.malformed'],
  [encodeURIComponent('["",{"children":["sign-in",{}]},null,"refetch"]'), null],
];

/** The requests that a page, an app or an attacker may send, with a local server's response to each. */
export function listRequestShapes(site: Site): RequestShape[] {
  const { action, elsewhere, cookie } = site;
  const { host, origin, port } = new URL(site.siteUrl);
  const shapes: RequestShape[] = [];
  const add = (what: string, answer: ErrorCode | null, head: string[], body: string | Buffer = '') => {
    const [first = '', ...lines] = [...head, 'Connection: close'];
    const sent = [first, ...(/^Host:/m.test(lines.join('\n')) ? [] : [`Host: ${host}`]), ...lines];
    if (cookie && answer) sent.push(`Cookie: ${cookie}`);
    const bytes = Buffer.concat([Buffer.from(`${sent.join('\r\n')}\r\n\r\n`), Buffer.from(body)]);
    shapes.push({ what: `${what}: ${first}`, bytes, answer });
  };
  const post = (
    what: string,
    answer: ErrorCode | null,
    [path, ...headers]: string[],
    [type, body]: readonly [string, string | Buffer],
    framing = `Content-Length: ${Buffer.byteLength(body)}`,
  ) => {
    const head = [`POST ${path} HTTP/1.1`, `Origin: ${origin}`, `Content-Type: ${type}`, framing];
    add(what, answer, [...head, ...headers], body);
  };
  const refuse = (allow: string, method: string, path: string, ...headers: string[]) => {
    const isData = allow === dataMethods;
    const code = isData ? 'api.method_not_allowed' : 'request.method_not_allowed';
    add('method', code, [`${method} ${path} HTTP/1.1`, `Origin: ${origin}`, ...headers]);
    Object.assign(shapes.at(-1) ?? {}, { allow });
  };
  const page = '/sign-up';
  const byScript = (id: string) => [page, `Next-Action: ${id}`];

  for (const method of ['TRACE', 'PUT', 'DELETE', 'PATCH', 'OPTIONS', 'PROPFIND', 'QUERY'])
    for (const path of ['/sign-in', `/wallets?${chosen}`, '/sign-out']) refuse(pageMethods, method, path);
  refuse(pageMethods, 'OPTIONS', '*');
  // Refused before their bodies arrive.
  for (const path of files)
    for (const method of ['POST', 'PUT', 'TRACE']) refuse(fileMethods, method, path, 'Content-Length: 30000');
  for (const path of [...data, '/oauth/token', '/.well-known/openid-configuration'])
    refuse(dataMethods, 'TRACE', path);

  for (const target of [`http://${chosen}.example/sign-in`, 'http://'])
    add('another site', 'request.malformed', [`GET ${target} HTTP/1.1`]);
  for (const path of ['/_next/static/%ff', '/sign-in/%', `/api/v1/proofs/${chosen}%E0%A4%A`])
    add('no text', 'request.not_found', [`GET ${path} HTTP/1.1`]);
  for (const path of [
    '/_next/static/gone.js?dpl=1',
    '/fonts/gone.woff2',
    '/_next/image?url=/icon.svg&w=64&q=75',
  ])
    add('no file', 'request.not_found', [`GET ${path} HTTP/1.1`]);
  for (const name of foreignHosts)
    add('another host', 'request.wrong_host', ['GET /sign-in HTTP/1.1', `Host: ${name}`]);
  for (const names of [
    [host, host],
    [host, 'evil.example'],
  ])
    add('two hosts', 'request.malformed', ['GET /sign-in HTTP/1.1', ...names.map((name) => `Host: ${name}`)]);
  for (const name of [`LOCALHOST:${port}`, `127.0.0.1:${port}`, `[::1]:${port}`])
    add('own host', null, ['GET /sign-in HTTP/1.1', `Host: ${name}`]);
  for (const [state, answer] of routerStates)
    add('router', answer, ['GET /sign-in HTTP/1.1', 'RSC: 1', `Next-Router-State-Tree: ${state}`]);
  add('a visit', null, ['HEAD /sign-in HTTP/1.1']);
  add('another protocol', null, ['GET /sign-in HTTP/1.1', 'Connection: Upgrade', 'Upgrade: websocket']);

  for (const path of [page, '/sign-out', '/proofs/x/badge.svg', '/oauth/token', ...data])
    post('50 MB', 'request.too_large', [path], [text, ''], `Content-Length: ${50 * 1024 * 1024}`);
  for (const over of [0, 1]) {
    const body = encode({ 0: 'x'.repeat(largestBodyInBytes - encode({ 0: '' }).length + over) });
    const answer = over ? 'request.too_large' : null;
    post('the limit', answer, ['/sign-out'], [multipart, body]);
    const chunks = `${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`;
    post('the limit', answer, ['/oauth/token'], [multipart, chunks], 'Transfer-Encoding: chunked');
  }
  post('no length', 'request.too_large', ['/sign-out'], [text, '0\r\n\r\n'], 'Transfer-Encoding: chunked');

  for (const [what, sent] of Object.entries(unreadableForms))
    for (const to of [['/sign-out'], byScript(action)]) post(`form ${what}`, 'request.malformed', to, sent);
  for (const to of ['/account', '/api/nothing'])
    post('form', 'request.malformed', [to], unreadableForms['breaks off'] ?? ['', '']);
  for (const [what, sent] of Object.entries(readableForms)) post(`form ${what}`, null, ['/sign-out'], sent);
  post('text', 'request.malformed', byScript(action), [multipart.toUpperCase(), '[]']);

  for (const [what, sent] of Object.entries(unreadableArguments))
    for (const body of [
      [text, sent],
      [multipart, encode({ 0: sent })],
    ] as const)
      post(`arguments: ${what}`, 'request.malformed', byScript(action), body);
  for (const [what, [fields, list]] of Object.entries(unreadableRows)) {
    const body = encode(fields, list === undefined ? {} : { 0: list });
    post(`rows: ${what}`, 'request.malformed', byScript(action), [multipart, body]);
  }
  for (const [what, body] of Object.entries({
    'the list before the form': encode({ 0: '["$K1"]' }, { _1_a: 'b' }),
    'the list in a file': inFile(encode({ 0: '["$K1"]' }), '0'),
  }))
    post(`rows: ${what}`, 'request.malformed', byScript(action), [multipart, body]);
  for (const type of [`${plainForm};charset=UTF-8`, 'MULTIPART/form-data; boundary=qq'])
    post('arguments that Next.js reads as text', 'request.malformed', byScript(action), [type, '[]']);
  post('a form in text', 'request.malformed', byScript(action), [text, '["$K1"]']);
  for (const body of [
    '[]',
    '["a","$$b",1,null,true,{"c":["$undefined"]}]',
    '[{"then":1}]',
    listOf(1000),
    nested(65),
  ])
    post('arguments', null, byScript(action), [text, body]);
  const typed = { '_1_quoted %22name%22': 'ü', _1_email: 'ada@example.com\r\n--', _1_$ACTION_REF_1: '' };
  const ofPage = encode(typed, { 0: '[{"status":"ready"},"$K1"]' });
  post('a form of a page', null, byScript(action), [multipart, ofPage]);
  post('a file in it', null, byScript(action), [multipart, inFile(ofPage, '_1_email')]);

  for (const id of [
    chosen,
    '__proto__',
    '\xe9',
    '4'.repeat(41),
    action.toUpperCase(),
    `x${action}`,
    `${action}x`,
    '',
  ])
    post('an id', 'request.malformed', byScript(id), [text, '[]']);
  post('two ids', 'request.malformed', [...byScript(action), `Next-Action: ${action}`], [text, '[]']);
  post(
    'an action where no page is',
    'request.malformed',
    ['/sign-out', `Next-Action: ${action}`],
    [text, '[]'],
  );
  for (const id of [otherBuild, elsewhere]) {
    post('an action of another build or page', 'request.outdated', byScript(id), [text, '[]']);
    post('the same in a form', 'request.outdated', [page], [multipart, encode({ [`$ACTION_ID_${id}`]: '' })]);
  }

  const foreign = [
    'null',
    'https://evil.example',
    `${origin}.evil.example`,
    `${origin}0`,
    origin.replace('http', 'https'),
    origin.replace('//', '//evil.'),
    origin.replace('//', '//evil-'),
    `${origin}/`,
    `${origin}, ${origin}`,
    origin.toUpperCase(),
  ];
  const from = (name: string | null, path: string, type: string, more: string[] = []) => [
    `POST ${path} HTTP/1.1`,
    ...(name === null ? [] : [`Origin: ${name}`]),
    ...[`Content-Type: ${type}`, 'Content-Length: 0', ...more],
  ];
  const decisions = [
    ...['/connect/x/decide', '/connect/sign-out/decide', '/oauth/authorize/x', '/oauth/token/x'],
    ...['/x/oauth/authorize', '/x/oauth/token', '/x/.well-known/openid-configuration'],
    ...['/.well-known/openid-configurations', '/x/fonts/y', '/icon.svg/x'],
  ];
  const called = [`Next-Action: ${action}`];
  for (const name of [null, ...foreign]) {
    for (const path of [page, '/sign-out', ...decisions])
      add('another site', 'request.cross_site', from(name, path, plainForm));
    add('a form for the API', 'request.json_required', from(name, '/api/nothing', plainForm));
    for (const path of ['/oauth/token', '/oauth/authorize', '/oauth/logout', '/api/nothing'])
      add('an action of another site', 'request.cross_site', from(name, path, plainForm, called));
    for (const path of ['token', 'userinfo', 'introspect', 'revoke', 'par', 'authorize', 'logout'])
      add('an app', null, from(name, `/oauth/${path}`, plainForm));
    add('an app', null, from(name, '/api/v1/proofs', 'application/json'));
    const json = from(name, '/api/nothing', 'application/json', called);
    add('an action of another site', 'request.cross_site', json);
  }
  for (const type of [
    'application/json',
    'text/html',
    'text/plainx',
    'multipart/form-datax',
    'application/xml',
    '',
  ])
    add('no form', 'request.wrong_content_type', from(origin, page, type));
  add('no form', 'request.wrong_content_type', [`POST ${page} HTTP/1.1`, `Origin: ${origin}`]);
  add('a form', null, from(origin, '/sign-out', 'Text/Plain ; charset=x'));

  const naming = listNamingForms(site);
  for (const [what, fields] of Object.entries(naming.readable))
    post(`a form that names ${what}`, null, [page], [multipart, encode(fields)]);
  for (const [what, forms] of Object.entries(naming.unreadable))
    for (const path of forms.some((fields) => /\$ACTION/.test(Object.keys(fields).join()))
      ? [page, '/sign-out']
      : [page])
      post(`a form that names ${what}`, 'request.malformed', [path], [multipart, encode(...forms)]);
  post('a form that names a state in a file', 'request.malformed', [page], [multipart, naming.inFile]);
  post('an action where no page is', 'request.malformed', ['/sign-out'], [multipart, encode(naming.named)]);
  return shapes;
}

export type ShapeAnswer = { status: number; head: string; body: string };

/** Sends a shape and reads until the server closes the connection. */
export async function sendShape(siteUrl: string, { bytes }: RequestShape): Promise<ShapeAnswer> {
  const socket = connect(Number(new URL(siteUrl).port), '127.0.0.1');
  socket.write(bytes);
  let received = '';
  for await (const piece of socket.setEncoding('utf8')) received += piece;
  const [head = '', ...body] = received.split('\r\n\r\n');
  return { status: Number(head.split(' ')[1]), head: head.toLowerCase(), body: body.join('\r\n\r\n') };
}

/** @returns the code of a refusal by the server itself, else null. Throws if its text isn't the catalogue's. */
export function readRefusal({ status, head, body }: ShapeAnswer): ErrorCode | null {
  const isOfServer =
    head.includes('\r\ncontent-length: ') &&
    head.includes("\r\ncontent-security-policy: default-src 'none';");
  if (!isOfServer) return null;
  const isSaid = ([code, { title, hint, ...said }]: [
    string,
    { status: number; title: string; hint: string },
  ]) =>
    said.status === status &&
    (body === `${title} ${hint}\n` ||
      body.includes(`"code":"${code}"`) ||
      body.includes(`<h1>${title}</h1><p>${hint}</p>`));
  const code = Object.entries(errors).find(isSaid)?.[0] as ErrorCode | undefined;
  if (!code) throw new Error(`The catalogue has no answer ${status} of ${JSON.stringify(body)}.`);
  return code;
}
