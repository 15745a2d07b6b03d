import { connect } from 'node:net';
import { createAccount } from '../fixtures/account.ts';
import { type HostileRequest, makeHostileRequests } from '../fixtures/hostile-requests.ts';
import { openSignedInVisitor } from '../fixtures/signed-in-visitor.ts';
import { expect, test } from '../fixtures/test.ts';
import { openVisitor } from '../fixtures/visitor.ts';

/** Fixed, so that nobody's day is red by luck. `FAST_CHECK_SEED=…` tries others, and `FAST_CHECK_TIMES=20` twenty times as many. */
const seed = Number(process.env.FAST_CHECK_SEED ?? 20261122);
const count = Math.ceil(2000 * Number(process.env.FAST_CHECK_TIMES ?? 1));
const atOnce = 8;

test(`${count} requests that nobody should send are answered, and none writes an error or a stack into the log`, async ({
  startPrivateStack,
}) => {
  const { addresses, app } = await startPrivateStack({ app: { LOG_FORMAT: 'json' } });
  const visitor = await openSignedInVisitor(addresses, await createAccount(addresses));
  const cookie = [...visitor.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  const waiting = makeHostileRequests({ siteUrl: addresses.siteUrl, cookie }, { count, seed }).values();
  const failures: string[] = [];
  const sendOneByOne = async () => {
    for (const request of waiting) {
      const answer = await sendBytes(addresses.siteUrl, request);
      if (/^HTTP\/1\.1 5/.test(answer)) failures.push(request.bytes.toString('latin1'));
    }
  };
  await Promise.all(Array.from({ length: atOnce }, sendOneByOne));
  expect(failures).toEqual([]);
  // Answered after all of them, so that everything they cause is written.
  expect((await openVisitor(addresses.siteUrl).get('/sign-in')).status).toBe(200);
  const lines = app.process.output().split('\n');
  expect(lines.filter((line) => /"level":"error"|"stack":|^ {4}at |Error:/.test(line))).toEqual([]);
});

/** @returns what came back, once the connection is closed by either side. */
async function sendBytes(siteUrl: string, { bytes, leaves }: HostileRequest): Promise<string> {
  const socket = connect(Number(new URL(siteUrl).port), '127.0.0.1');
  let received = '';
  socket.setEncoding('latin1').on('data', (piece: string) => {
    received += piece;
  });
  // One that the server cuts may say so on this side too; `close` follows.
  const cut: Error[] = [];
  socket.on('error', (error) => cut.push(error));
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()));
  if (leaves === 'never') socket.write(bytes);
  else if (leaves === 'half closed') socket.end(bytes);
  else {
    const sent = leaves === 'half way' ? bytes.subarray(0, bytes.length / 2) : bytes;
    socket.write(sent, () => socket.destroy());
  }
  await closed;
  return received;
}
