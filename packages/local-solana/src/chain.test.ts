import {
  Connection,
  Keypair,
  LAMPORTS_PER_SOL,
  PublicKey,
  SystemProgram,
  sendAndConfirmTransaction,
  Transaction,
} from '@solana/web3.js';
import { WebSocket } from 'ws';
import { type Chain, startChain } from './start-chain.ts';

let chain: Chain;
let connection: Connection;
beforeAll(async () => {
  chain = await startChain({ port: 0, siteOrigin: 'https://countersign.example' });
  connection = new Connection(chain.url, {
    commitment: 'confirmed',
    wsEndpoint: chain.url.replace('http', 'ws'),
  });
});
afterAll(() => {
  // It would look for the chain for ever.
  Reflect.get(connection, '_rpcWebSocket').setAutoReconnect(false);
  return chain.close();
});

const somebody = () => Keypair.generate();

async function call(method: string, params: unknown[] = [], headers: Record<string, string> = {}) {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params });
  return post(body, headers);
}

async function post(body: string, headers: Record<string, string> = {}) {
  const response = await fetch(chain.url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body,
  });
  const text = await response.text();
  return { status: response.status, text, json: response.status === 200 ? JSON.parse(text) : null };
}

/** Opens a socket, sends these calls, and collects what comes until `count` messages did. */
async function converse(calls: { method: string; params: unknown[] }[], count: number): Promise<unknown[]> {
  const socket = new WebSocket(chain.url.replace('http', 'ws'));
  const messages: unknown[] = [];
  await new Promise<void>((resolve, reject) => {
    socket.on('error', reject);
    socket.on('open', () => {
      for (const [id, one] of calls.entries()) socket.send(JSON.stringify({ jsonrpc: '2.0', id, ...one }));
    });
    socket.on('message', (message) => {
      messages.push(JSON.parse(message.toString()));
      if (messages.length === count) resolve();
    });
  });
  socket.close();
  return messages;
}

test('the real web3.js gets an airdrop, sends it on, and hears of both', async () => {
  const [from, to] = [somebody(), somebody()];
  const heard: number[] = [];
  const done = Promise.withResolvers<void>();
  const subscription = connection.onAccountChange(to.publicKey, ({ lamports }) => {
    heard.push(lamports);
    done.resolve();
  });
  await connection.confirmTransaction(await connection.requestAirdrop(from.publicKey, LAMPORTS_PER_SOL));
  const transfer = SystemProgram.transfer({
    fromPubkey: from.publicKey,
    toPubkey: to.publicKey,
    lamports: 2_000_001,
  });
  const signature = await sendAndConfirmTransaction(connection, new Transaction().add(transfer), [from]);
  await done.promise;
  expect(heard).toEqual([2_000_001]);
  expect(await connection.getBalance(from.publicKey)).toBe(LAMPORTS_PER_SOL - 2_000_001 - 5000);
  const history = await connection.getSignaturesForAddress(from.publicKey);
  expect(history.map((one) => one.signature)[0]).toBe(signature);
  expect(history).toHaveLength(2);
  const before = await connection.getSignaturesForAddress(from.publicKey, { before: signature, limit: 1 });
  expect(before.map((one) => one.signature)).toEqual([history[1]?.signature]);
  expect((await connection.getSignatureStatus(signature)).value).toMatchObject({ err: null });
  await connection.removeAccountChangeListener(subscription);
});

test('a balance above 2^53 lamports keeps every digit', async () => {
  const address = somebody().publicKey.toBase58();
  const { text } = await post(
    `{"jsonrpc":"2.0","id":1,"method":"requestAirdrop","params":["${address}",9007199254740993]}`,
  );
  expect(text).toContain('"result":"');
  expect((await call('getBalance', [address])).text).toContain('"value":9007199254740993}');
  expect((await call('getMultipleAccounts', [[address]])).text).toContain('"lamports":9007199254740993,');
  const more = `{"jsonrpc":"2.0","id":1,"method":"requestAirdrop","params":["${address}",18446744073709551615]}`;
  expect(JSON.parse((await post(more)).text)).toMatchObject({ error: { code: -32602 } });
});

test('a statement signed as a memo can never land: its blockhash is none of this chain', async () => {
  const from = somebody();
  await connection.requestAirdrop(from.publicKey, LAMPORTS_PER_SOL);
  const memo = new Transaction({ feePayer: from.publicKey, recentBlockhash: '1'.repeat(32) }).add({
    keys: [],
    programId: new PublicKey('MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr'),
    data: Buffer.from('a statement'),
  });
  memo.sign(from);
  await expect(connection.sendRawTransaction(memo.serialize())).rejects.toThrow('BlockhashNotFound');
  expect(await connection.getBalance(from.publicKey)).toBe(LAMPORTS_PER_SOL);
});

test('refuses a transaction sent twice, with a false signature, beyond the balance, or that is none', async () => {
  const [from, to] = [somebody(), somebody()];
  await connection.requestAirdrop(from.publicKey, LAMPORTS_PER_SOL);
  const { blockhash } = await connection.getLatestBlockhash();
  const pay = (lamports: number) => {
    const transfer = SystemProgram.transfer({ fromPubkey: from.publicKey, toPubkey: to.publicKey, lamports });
    const transaction = new Transaction({ feePayer: from.publicKey, recentBlockhash: blockhash }).add(
      transfer,
    );
    transaction.sign(from);
    return transaction.serialize();
  };
  const good = pay(1_000_000);
  await connection.sendRawTransaction(good);
  await expect(connection.sendRawTransaction(good)).rejects.toThrow('AlreadyProcessed');
  const send = (bytes: Uint8Array, encoding = 'base64') =>
    call('sendTransaction', [Buffer.from(bytes).toString('base64'), { encoding }]);
  expect((await send(pay(LAMPORTS_PER_SOL * 2))).json.error).toMatchObject({
    code: -32002,
    data: { err: { InstructionError: [0, { Custom: 1 }] } },
  });
  const forged = Uint8Array.from(pay(2_000_000));
  forged[9] = (forged[9] ?? 0) ^ 1;
  expect((await send(forged)).json.error.code).toBe(-32003);
  for (const none of [new Uint8Array(), new Uint8Array(3), new Uint8Array(1233), good.subarray(0, 80)]) {
    expect((await send(none)).json.error.code).toBe(-32602);
  }
  expect((await send(good, 'base58')).json.error.code).toBe(-32602);
  expect((await send(good, 'morse')).json.error.code).toBe(-32602);
});

test('answers as JSON-RPC asks: calls, batches, notifications, and what is none of these', async () => {
  expect((await call('getHealth')).json).toEqual({ jsonrpc: '2.0', id: 1, result: 'ok' });
  expect((await call('getGenesisHash')).json.result).toHaveLength(32 + 11);
  expect((await call('toString')).json.error.code).toBe(-32601);
  expect((await call('accountSubscribe', ['x'])).json.error.code).toBe(-32601);
  expect((await call('getBalance', ['not an address'])).json.error.code).toBe(-32602);
  expect((await call('getBalance')).json.error.code).toBe(-32602);
  expect((await post('{')).json).toMatchObject({ id: null, error: { code: -32700 } });
  for (const wrong of ['[]', '1', '{"jsonrpc":"1.0","id":1,"method":"getHealth"}']) {
    expect((await post(wrong)).json.error.code).toBe(-32600);
  }
  const one = { jsonrpc: '2.0', id: 'a', method: 'getHealth' };
  expect((await post(JSON.stringify([one, { ...one, id: 'b' }]))).json).toEqual([
    { jsonrpc: '2.0', id: 'a', result: 'ok' },
    { jsonrpc: '2.0', id: 'b', result: 'ok' },
  ]);
  expect((await post('{"jsonrpc":"2.0","method":"getHealth"}')).status).toBe(204);
  expect((await post(' '.repeat(60_000))).status).toBe(413);
  expect((await call('getHealth', [], { 'content-type': 'text/plain' })).status).toBe(415);
});

test('a subscription says what happened, once it was made, and until it is ended', async () => {
  const address = somebody().publicKey.toBase58();
  const signature = await connection.requestAirdrop(new PublicKey(address), 5);
  const messages = await converse(
    [
      { method: 'signatureSubscribe', params: [signature] },
      { method: 'accountSubscribe', params: [address, { encoding: 'base64' }] },
      { method: 'requestAirdrop', params: [address, 7] },
      { method: 'accountUnsubscribe', params: [-1] },
    ],
    6,
  );
  expect(messages).toContainEqual(
    expect.objectContaining({
      method: 'accountNotification',
      params: expect.objectContaining({
        result: expect.objectContaining({ value: expect.objectContaining({ lamports: 12 }) }),
      }),
    }),
  );
  expect(messages).toContainEqual(expect.objectContaining({ method: 'signatureNotification' }));
  expect(messages).toContainEqual(
    expect.objectContaining({ id: 3, error: expect.objectContaining({ code: -32602 }) }),
  );
});

const origins = [
  ['http://localhost:3000', 200],
  ['http://127.0.0.1:4000', 200],
  ['https://countersign.example', 200],
  ['chrome-extension://bfnaelmomeimhlpmgjnjophhpkkoljpa', 200],
  ['https://evil.example', 403],
  ['http://localhost.evil.example', 403],
  ['null', 403],
] as const;
test.each(origins)('a page of %s gets %i, over HTTP and WebSocket', async (origin, status) => {
  expect((await call('getHealth', [], { origin })).status).toBe(status);
  const socket = new WebSocket(chain.url.replace('http', 'ws'), { origin });
  const opened = await new Promise<boolean>((resolve) => {
    socket.on('open', () => resolve(true));
    socket.on('error', () => resolve(false));
  });
  socket.close();
  expect(opened).toBe(status === 200);
});

test('a name of another site that was made to point here is refused', async () => {
  const socket = new WebSocket(chain.url.replace('http', 'ws'), { headers: { host: 'evil.example' } });
  const error = await new Promise<Error>((resolve) => socket.on('error', resolve));
  expect(error.message).toContain('401');
});
