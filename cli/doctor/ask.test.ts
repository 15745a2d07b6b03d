import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { ask } from './ask';

test('stops reading an endless answer after a megabyte', async () => {
  let sent = 0;
  const endless = createServer((_request, response) => {
    const piece = Buffer.alloc(64 * 1024, 'a');
    const goOn = () => {
      do sent += piece.length;
      while (response.write(piece));
    };
    response.on('drain', goOn);
    goOn();
  });
  await new Promise<void>((done) => endless.listen(0, '127.0.0.1', done));
  const { port } = endless.address() as AddressInfo;
  try {
    await expect(ask(`http://127.0.0.1:${port}`)).rejects.toMatchObject({ code: 'TooLarge' });
    // Includes data in buffers between server and client.
    expect(sent).toBeLessThan(32 * 1024 * 1024);
  } finally {
    endless.close();
    endless.closeAllConnections();
  }
});

test('reads JSON after a byte order mark', async () => {
  const marked = createServer((_request, response) => response.end('\ufeff{"status":"ready"}'));
  await new Promise<void>((done) => marked.listen(0, '127.0.0.1', done));
  try {
    const { body } = await ask(`http://127.0.0.1:${(marked.address() as AddressInfo).port}`);
    expect(body).toEqual({ status: 'ready' });
  } finally {
    marked.close();
    marked.closeAllConnections();
  }
});
