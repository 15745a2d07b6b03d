import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { readMails } from './read-mails';

const to = 'ada-1@example.com';

/** A Mailpit's answer after an email of Auth, a notice of ours, and one to a longer address. */
const summaries = [
  { ID: 'newer', To: [{ Name: '', Address: 'Ada-1@example.com' }] },
  { ID: 'other', To: [{ Name: '', Address: 'xada-1@example.com' }] },
  { ID: 'older', To: [{ Name: '', Address: to }] },
];
const messages: Record<string, object> = {
  newer: {
    Subject: 'A wallet was removed',
    Date: '2026-11-22T05:16:17Z',
    Text: 'On 22 Nov 2026 a wallet was removed.\r\n\r\nhttp://localhost:3000/activity/not-me\r\n',
    HTML: '',
  },
  older: {
    Subject: 'Confirm your email',
    Date: '2026-11-22T05:16:02Z',
    Text: '',
    HTML: '<p>Your code is <b>123456</b>.</p><a href="http://localhost:3000/confirm?a=1&amp;b=2">Confirm</a>',
  },
};
const asked: string[] = [];
const server = createServer((request, response) => {
  const { pathname, searchParams } = new URL(request.url ?? '', 'http://mailpit');
  asked.push(`${pathname} ${searchParams.get('query') ?? ''}`.trim());
  const message = messages[pathname.replace('/api/v1/message/', '')];
  if (pathname !== '/api/v1/search' && !message) response.statusCode = 404;
  response.end(JSON.stringify(message ?? { messages: summaries }));
});
let address: string;
beforeAll(async () => {
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
beforeEach(() => asked.splice(0));
afterAll(() => new Promise((closed) => server.close(closed)));

test('a Mailpit is asked for the mails to one address, which come oldest first and as our own mailbox shows them', async () => {
  expect(await readMails(address, to)).toEqual([
    {
      id: 'older',
      to,
      subject: 'Confirm your email',
      text: 'Your code is 123456.\nConfirm',
      html: expect.stringContaining('<b>123456</b>'),
      sentAt: '2026-11-22T05:16:02Z',
      code: '123456',
      link: 'http://localhost:3000/confirm?a=1&b=2',
    },
    {
      id: 'newer',
      to,
      subject: 'A wallet was removed',
      text: 'On 22 Nov 2026 a wallet was removed.\n\nhttp://localhost:3000/activity/not-me\n',
      html: null,
      sentAt: '2026-11-22T05:16:17Z',
      code: null,
      link: 'http://localhost:3000/activity/not-me',
    },
  ]);
  expect(asked[0]).toBe(`/api/v1/search to:"${to}"`);
  expect(asked.slice(1).sort()).toEqual(['/api/v1/message/newer', '/api/v1/message/older']);
});

test('a mailbox that refuses is a failure, and not an empty one', async () => {
  await expect(readMails(`${address}/elsewhere/mailbox`, to)).rejects.toThrow('The mailbox answered 404');
});
