import { readMultipart } from './read-multipart';

const disposition = 'Content-Disposition: form-data; name="a"';
const read = (headers: string, type = 'multipart/form-data; boundary=bb', end = '\r\n') =>
  readMultipart(Buffer.from(`--bb\r\n${headers}\r\n\r\nvalue\r\n--bb--${end}`), type);
const value = Buffer.from('value');

test.each([
  'multipart/form-data; boundary=bb',
  'multipart/form-data;boundary=bb',
  'multipart/form-data;   boundary="bb"',
])('reads a form that says %s', (type) => {
  expect(read(disposition, type)).toEqual([{ name: 'a', content: value, isFile: false }]);
});

test('reads a boundary of 70 characters, and none of more or of none', () => {
  const form = (boundary: string) =>
    readMultipart(Buffer.from(`--${boundary}--`), `multipart/form-data; boundary=${boundary}`);
  expect(form(`'+.-_${'x'.repeat(65)}`)).toEqual([]);
  expect(form('x'.repeat(71))).toBeNull();
  expect(form('')).toBeNull();
});

test.each([
  ...[
    ' multipart/form-data; boundary=bb',
    'x-multipart/form-data; boundary=bb',
    'multipart/form-data boundary=bb',
  ],
  ...[
    'multipart/form-data; boundary="bb',
    'multipart/form-data; boundary=bb"',
    'multipart/form-data; boundary=bb ',
  ],
  ...[
    'multipart/form-data; boundary=bb; charset=utf-8',
    'multipart/form-data; charset=x; boundary=bb',
    'text/plain',
    '',
  ],
])('reads nothing that says %p', (type) => {
  expect(read(disposition, type)).toBeNull();
});

test('a form that says no boundary is none, whatever stands in its place', () => {
  expect(readMultipart(Buffer.from('--undefined--'), 'multipart/form-data')).toBeNull();
});

test.each([
  [disposition, { name: 'a', isFile: false }],
  ['content-disposition: Form-Data; Name="a"', { name: 'a', isFile: false }],
  ['Content-Disposition: form-data; name="ü b"', { name: 'ü b', isFile: false }],
  [`${disposition}; filename="b"\r\nContent-Type: `, { name: 'a', isFile: true }],
  [`${disposition}; filename="a file.txt"`, { name: 'a', isFile: true }],
  [`${disposition}; filename=""\r\nContent-Type: application/octet-stream`, { name: 'a', isFile: true }],
])('reads the field of %p', (headers, part) => {
  expect(read(headers)).toEqual([{ ...part, content: value }]);
});

test.each([
  'Content-Disposition: form-data; name=""',
  'Content-Disposition: form-data; name="a\\"',
  'Content-Disposition: form-data; name="a\0"',
  `Content-Disposition: form-data; name="${'a'.repeat(4096)}"`,
  `${disposition}\r\nContent-Type: text/plain`,
  `${disposition}\r\nContent-Type: application/octet-stream`,
  `${disposition}; filename="b\\"`,
  `${disposition}; filename="b\x7f"`,
  `X-Other: x\r\n${disposition}`,
  `x${disposition}`,
  `${disposition}x`,
  `${disposition}\r\nX-Other: x`,
  `${disposition}\r\nContent-Type: text/plain\r\nX-Other: x`,
  `${disposition}\r\nContent-Type: a\rb`,
  `${disposition}\nContent-Type: text/plain`,
  `${disposition}; filename=b`,
  `${disposition}; filename="b" `,
  `${disposition}; filename="b\rc"`,
  `${disposition}; filename="b"c"`,
  'Content-Disposition: form-data; name=a',
  'Content-Disposition: form-data; name="a"b"',
  'Content-Disposition: form-data; name="a\nb"',
  'Content-Disposition: form-data; name="a\rb"',
  'Content-Disposition: attachment; name="a"',
])('reads nothing with a field of %p', (headers) => {
  expect(read(headers)).toBeNull();
});

test('a form may end with a line or without, and with nothing else', () => {
  const endsWith = (end: string) => read(disposition, undefined, end) !== null;
  expect(['', '\r\n'].map(endsWith)).toEqual([true, true]);
  expect(['\n', '\r', '\r\n\r\n', ' ', '-', '--', '\r\n--bb--'].filter(endsWith)).toEqual([]);
});

test.each([
  ['begins in front of its first field', `\r\n--bb\r\n${disposition}\r\n\r\nvalue\r\n--bb--`],
  ['has no line after its boundary', '--bb'],
  ['has something else after its boundary', `--bbxy${disposition}\r\n\r\nvalue\r\n--bb--`],
  ['has half a line after its boundary', '--bb\r'],
  ['ends in the middle of its end', '--bb-'],
  ['has a field without a value', `--bb\r\n${disposition}\r\n--bb--\r\n`],
  ['has a field without a whole line before its value', `--bb\r\n${disposition}\r\n\r\n--bb--\r\n`],
])('reads nothing that %s', (_, text) => {
  expect(readMultipart(Buffer.from(text), 'multipart/form-data; boundary=bb')).toBeNull();
});

test('an empty value is one, and a value may hold anything but the boundary', () => {
  const form = (content: string) =>
    readMultipart(
      Buffer.from(`--bb\r\n${disposition}\r\n\r\n${content}\r\n--bb--\r\n`, 'latin1'),
      'multipart/form-data; boundary=bb',
    )?.map((part) => part.content.toString('latin1'));
  for (const content of ['', '\r\n', '\r\n\r\n', '--', '\r\n--b', '\xff\x00', 'a: b\r\n\r\nc'])
    expect(form(content)).toEqual([content]);
  for (const content of ['bb', '--bb', '\r\n--bb', '\r\nbb']) expect(form(content)).toBeUndefined();
});
