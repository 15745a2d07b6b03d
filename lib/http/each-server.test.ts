import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { onEachServer } from './each-server';

it('tells of a server that took a connection before, with the next request there and before that is answered', async () => {
  let isTold = false;
  const server = createServer((_request, response) => response.end(isTold ? 'told' : 'not told'));
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const taken = new Promise((resolve) => server.once('connection', resolve));
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1').setEncoding('utf8');
  await taken;
  const told: Server[] = [];
  onEachServer((one) => {
    isTold = true;
    told.push(one);
  });
  let received = '';
  socket.on('data', (text: string) => {
    received += text;
  });
  const closed = new Promise((resolve) => socket.once('close', resolve));
  socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\nGET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n');
  await closed;
  expect(received.match(/told$|told(?=HTTP)/g)).toEqual(['told', 'told']);
  expect(received).not.toContain('not told');
  expect(told).toEqual([server]);
  server.close();
});
