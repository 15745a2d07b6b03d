import { listPagePaths } from './fixtures/page-paths.ts';
import { head, megabyte, openConnection } from './fixtures/raw-connection.ts';
import { expect, test } from './fixtures/test.ts';

const paths = [...listPagePaths(), '/sign-out', '/api/v1/proofs/nothing', '/api/health', '/api/nothing'];
const files = [
  '/_next/static/x',
  '/_next/image',
  '/_next/data/x',
  '/icon.svg',
  '/favicon.ico',
  '/robots.txt',
];

test('whatever is sent to a file is refused before it is there', async ({ addresses: { siteUrl } }) => {
  for (const path of files) {
    const visitor = openConnection(siteUrl);
    await visitor.send(`${head(siteUrl, path, 'Content-Length: 30000')}the first bytes`);
    expect([path, (await visitor.answer()).split('\r\n')[0]]).toEqual([
      path,
      'HTTP/1.1 405 Method Not Allowed',
    ]);
    visitor.socket.destroy();
  }
});

test('50 MB are refused by their length, before any of it is sent', async ({ addresses: { siteUrl } }) => {
  for (const path of paths) {
    const visitor = openConnection(siteUrl);
    await visitor.send(head(siteUrl, path, `Content-Length: ${50 * megabyte}`));
    const answer = await visitor.ended();
    expect([path, answer.split('\r\n')[0]]).toEqual([path, 'HTTP/1.1 413 Payload Too Large']);
    if (!path.startsWith('/api/')) expect(answer).toContain("That's more than this form accepts.");
    else expect(answer).toContain('"code":"request.too_large"');
  }
});
