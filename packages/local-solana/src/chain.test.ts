import { on, once } from 'node:events';
import { base58 } from '@scure/base';
import {
  type AccountMeta,
  Connection,
  Keypair,
  LAMPORTS_PER_SOL,
  type PublicKey,
  SystemProgram,
  sendAndConfirmTransaction,
  Transaction,
  type TransactionInstruction,
  TransactionMessage,
  VersionedTransaction,
} from '@solana/web3.js';
import { wrapUnsigned, writeMemoMessage } from 'countersign/proof/memo-transaction';
import { WebSocket } from 'ws';
import { type LocalSolana, startChain } from './start-chain.ts';

let chain: LocalSolana;
let connection: Connection;
beforeAll(async () => {
  chain = await startChain(0, 'https://countersign.example');
  connection = new Connection(chain.url, {
    commitment: 'confirmed',
    wsEndpoint: chain.url.replace('http', 'ws'),
  });
});
afterAll(() => {
  // Otherwise it would try to reconnect forever.
  Reflect.get(connection, '_rpcWebSocket').setAutoReconnect(false);
  return chain.stop();
});

async function call(method: string, params: unknown[] = [], headers: Record<string, string> = {}) {
  return post(JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }), headers);
}

async function post(body: string, headers: Record<string, string> = {}) {
  const response = await fetch(chain.url, { method: 'POST', headers, body });
  const text = await response.text();
  return { status: response.status, text, json: response.status === 200 ? JSON.parse(text) : null };
}

/** `lamports` is JSON text, since JavaScript numbers aren't exact above 2^53. */
const airdrop = (address: string, lamports: string) =>
  post(`{"jsonrpc":"2.0","id":1,"method":"requestAirdrop","params":["${address}",${lamports}]}`);

/** A new key with this balance. */
async function fund(lamports = LAMPORTS_PER_SOL): Promise<Keypair> {
  const keypair = Keypair.generate();
  await connection.requestAirdrop(keypair.publicKey, lamports);
  return keypair;
}

const newAddress = () => Keypair.generate().publicKey;
const blockhash = async () => (await connection.getLatestBlockhash()).blockhash;
const pay = (fromPubkey: PublicKey, toPubkey: PublicKey, lamports: number) =>
  SystemProgram.transfer({ fromPubkey, toPubkey, lamports });

function sign(
  payer: Keypair,
  recentBlockhash: string,
  instructions: TransactionInstruction[],
  others: Keypair[] = [],
): VersionedTransaction {
  const message = new TransactionMessage({ payerKey: payer.publicKey, recentBlockhash, instructions });
  const transaction = new VersionedTransaction(message.compileToV0Message());
  transaction.sign([payer, ...others]);
  return transaction;
}

async function refusal(transaction: VersionedTransaction | Uint8Array, encoding = 'base64') {
  const bytes = transaction instanceof VersionedTransaction ? transaction.serialize() : transaction;
  return (await call('sendTransaction', [Buffer.from(bytes).toString('base64'), { encoding }])).json.error;
}

test('the real web3.js gets an airdrop, transfers it in both formats, and receives each change', async () => {
  const [from, to] = [Keypair.generate(), newAddress()];
  const heard: number[] = [];
  const done = Promise.withResolvers<void>();
  const subscription = connection.onAccountChange(to, ({ lamports }) => {
    if (heard.push(lamports) === 2) done.resolve();
  });
  await connection.confirmTransaction(await connection.requestAirdrop(from.publicKey, LAMPORTS_PER_SOL));
  const legacy = new Transaction().add(pay(from.publicKey, to, 2_000_001));
  await sendAndConfirmTransaction(connection, legacy, [from]);
  const payer = await fund(10_000);
  const latest = await connection.getLatestBlockhash();
  const transfers = [pay(from.publicKey, to, 3), pay(from.publicKey, from.publicKey, 4)];
  const signature = await connection.sendTransaction(sign(payer, latest.blockhash, transfers, [from]));
  await connection.confirmTransaction({ signature, ...latest });
  await done.promise;
  expect(heard).toEqual([2_000_001, 2_000_004]);
  expect(await connection.getBalance(from.publicKey)).toBe(LAMPORTS_PER_SOL - 2_000_004 - 5000);
  // The payer's entire balance paid the fee for two signatures.
  expect(await connection.getAccountInfo(payer.publicKey)).toBeNull();
  const { value } = await connection.getSignatureStatuses([signature, '1'.repeat(64)]);
  expect(value).toEqual([expect.objectContaining({ err: null, confirmationStatus: 'finalized' }), null]);
  await connection.removeAccountChangeListener(subscription);
});

test('a balance above 2^53 lamports keeps every digit, and no balance exceeds 2^64', async () => {
  const address = newAddress().toBase58();
  expect((await airdrop(address, '9007199254740993')).text).toContain('"result":"');
  expect((await call('getBalance', [address])).text).toContain('"value":9007199254740993}');
  expect((await call('getMultipleAccounts', [[address]])).text).toContain('"lamports":9007199254740993,');
  expect((await airdrop(address, '18446744073709551615')).json.error.code).toBe(-32602);
  const [from, full] = [await fund(), newAddress()];
  await airdrop(full.toBase58(), '18446744073709551615');
  const transfer = sign(from, await blockhash(), [pay(from.publicKey, full, 1)]);
  expect((await refusal(transfer)).data.err).toEqual({ InstructionError: [0, 'ArithmeticOverflow'] });
});

test("a site's memo transaction never lands: no block has its blockhash, and with another it is not signed", async () => {
  const owner = await fund();
  const message = writeMemoMessage(owner.publicKey.toBytes(), 'a statement');
  const memo = VersionedTransaction.deserialize(wrapUnsigned(message));
  memo.sign([owner]);
  expect(await refusal(memo)).toMatchObject({ code: -32002, data: { err: 'BlockhashNotFound' } });
  memo.message.recentBlockhash = await blockhash();
  expect(await refusal(memo)).toMatchObject({ code: -32003 });
  expect(await connection.getBalance(owner.publicKey)).toBe(LAMPORTS_PER_SOL);
});

type Parties = { from: PublicKey; to: PublicKey; other: PublicKey };
const second = (error: unknown) => ({ InstructionError: [1, error] });
const changeKeys = (instruction: TransactionInstruction, change: Partial<AccountMeta>) => ({
  ...instruction,
  keys: instruction.keys.map((key) => ({ ...key, ...change })),
});
const refusedInstructions: [unknown, (parties: Parties) => TransactionInstruction][] = [
  ['ProgramAccountNotFound', ({ from, to, other }) => ({ ...pay(from, to, 1), programId: other })],
  [second({ Custom: 1 }), ({ from, to }) => pay(from, to, LAMPORTS_PER_SOL - 5999)],
  [second('InvalidInstructionData'), ({ from, to }) => ({ ...pay(from, to, 1), data: Buffer.alloc(12, 1) })],
  [
    second('InvalidInstructionData'),
    ({ from, to }) => ({ ...pay(from, to, 1), data: Buffer.from([2, 0, 0, 0]) }),
  ],
  [second('NotEnoughAccountKeys'), ({ from, to }) => ({ ...pay(from, to, 1), keys: [] })],
  [second('MissingRequiredSignature'), ({ other, to }) => changeKeys(pay(other, to, 1), { isSigner: false })],
  [
    second('ReadonlyLamportChange'),
    ({ from, other }) => changeKeys(pay(from, other, 1), { isWritable: false }),
  ],
];
test.each(refusedInstructions)(
  'refuses an instruction with %j, and undoes the one before',
  async (err, make) => {
    const [from, other, to] = [await fund(), await fund(), newAddress()];
    const instruction = make({ from: from.publicKey, to, other: other.publicKey });
    const transaction = sign(from, await blockhash(), [pay(from.publicKey, to, 1000), instruction]);
    expect(await refusal(transaction)).toMatchObject({ code: -32002, data: { err } });
    const balances = [from.publicKey, other.publicKey, to].map((key) => connection.getBalance(key));
    expect(await Promise.all(balances)).toEqual([LAMPORTS_PER_SOL, LAMPORTS_PER_SOL, 0]);
  },
);

test('refuses address lookup tables, and fees above the balance', async () => {
  const [from, poor, recent] = [await fund(), await fund(4999), await blockhash()];
  const withTable = sign(from, recent, []);
  const table = { accountKey: from.publicKey, writableIndexes: [0], readonlyIndexes: [] };
  withTable.message.addressTableLookups.push(table);
  withTable.sign([from]);
  expect((await refusal(withTable)).data.err).toBe('AddressLookupTableNotFound');
  expect((await refusal(sign(poor, recent, []))).data.err).toBe('InsufficientFundsForFee');
  expect((await refusal(sign(Keypair.generate(), recent, []))).data.err).toBe('AccountNotFound');
});

test('accepts a transaction once, and its blockhash for 150 slots', async () => {
  const [from, to] = [await fund(), newAddress()];
  const { blockhash: recent, lastValidBlockHeight } = await connection.getLatestBlockhash();
  const send = (lamports: number) => refusal(sign(from, recent, [pay(from.publicKey, to, lamports)]));
  expect(await send(1)).toBeUndefined();
  expect((await send(1)).data.err).toBe('AlreadyProcessed');
  while ((await connection.getBlockHeight()) < lastValidBlockHeight) await airdrop(to.toBase58(), '10');
  expect(await send(2)).toBeUndefined();
  expect((await send(3)).data.err).toBe('BlockhashNotFound');
  expect(await connection.getBalance(to)).toBe(1 + 149 * 10 + 2);
});

test('refuses a transaction that is changed, not signed by all, signed by a weak key, or unreadable', async () => {
  const [from, other, to] = [await fund(), await fund(), newAddress()];
  const recent = await blockhash();
  const transfer = pay(from.publicKey, to, 1);
  const changed = sign(from, recent, [transfer]).serialize();
  changed.set([9], changed.length - 9);
  const partly = sign(from, recent, [pay(other.publicKey, to, 1)], [other]);
  partly.signatures[1] = new Uint8Array(64);
  // Without the strict check, this signature would be valid for any message, because the key has low order.
  const weak = sign(from, recent, []);
  weak.message.staticAccountKeys[0] = SystemProgram.programId;
  weak.signatures[0] = Uint8Array.of(1, ...new Uint8Array(63));
  const unsigned = sign(from, recent, []);
  unsigned.message.header.numRequiredSignatures = 0;
  unsigned.signatures = [];
  for (const forged of [changed, partly, weak, unsigned]) expect((await refusal(forged)).code).toBe(-32003);

  // The system program ignores bytes after its data.
  const pad = (bytes: number) => ({ ...transfer, data: Buffer.concat([transfer.data, Buffer.alloc(bytes)]) });
  const [largest, tooLarge] = [1014, 1015].map((bytes) => sign(from, recent, [pad(bytes)]).serialize()) as [
    Uint8Array,
    Uint8Array,
  ];
  expect(largest).toHaveLength(1232);
  const half = largest.subarray(0, 600);
  const unreadable = [new Uint8Array(), half, tooLarge, Buffer.concat([changed, Buffer.alloc(1)])];
  for (const bytes of unreadable) expect((await refusal(bytes)).code).toBe(-32602);
  for (const encoding of ['base58', 'morse']) expect((await refusal(largest, encoding)).code).toBe(-32602);
  // The default encoding is base58.
  expect((await call('sendTransaction', [base58.encode(largest)])).json).toHaveProperty('result');
});

test('follows JSON-RPC for calls, notifications and invalid messages', async () => {
  expect((await call('getHealth')).json).toEqual({ jsonrpc: '2.0', id: 1, result: 'ok' });
  expect((await call('getGenesisHash')).json.result).toHaveLength(32 + 11);
  expect((await call('toString')).json.error.code).toBe(-32601);
  expect((await call('accountSubscribe', ['x'])).json.error.code).toBe(-32601);
  for (const none of [undefined, 'not an address', '1'.repeat(31), '1'.repeat(33)])
    expect((await call('getBalance', [none])).json.error.code).toBe(-32602);
  expect((await post('{')).json).toMatchObject({ id: null, error: { code: -32700 } });
  for (const wrong of ['[]', '1', '{"jsonrpc":"1.0","id":1,"method":"getHealth"}']) {
    expect((await post(wrong)).json.error.code).toBe(-32600);
  }
  // `ping` is web3.js's heartbeat.
  for (const method of ['getHealth', 'ping'])
    expect((await post(`{"jsonrpc":"2.0","method":"${method}"}`)).status).toBe(204);
  expect((await post(' '.repeat(60_000))).status).toBe(413);
});

test('a socket is notified of a subscribed signature once, and of an account until it unsubscribes', async () => {
  const from = await fund();
  const transfer = sign(from, await blockhash(), []);
  const signature = base58.encode(transfer.signatures[0] as Uint8Array);
  const address = from.publicKey.toBase58();
  const socket = new WebSocket(chain.url.replace('http', 'ws'));
  const messages = on(socket, 'message');
  const next = async () => JSON.parse(String((await messages.next()).value?.[0]));
  const ask = (method: string, ...params: unknown[]) => {
    socket.send(JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }));
    return next();
  };
  await once(socket, 'open');
  const early = (await ask('signatureSubscribe', signature)).result;
  await connection.sendTransaction(transfer);
  const done = { result: { value: { err: null } } };
  expect((await next()).params).toMatchObject({ ...done, subscription: early });
  const late = (await ask('signatureSubscribe', signature)).result;
  expect((await next()).params).toMatchObject({ ...done, subscription: late });
  expect((await ask('signatureUnsubscribe', late)).error.code).toBe(-32602);
  const subscription = (await ask('accountSubscribe', address)).result;
  const value = { lamports: LAMPORTS_PER_SOL - 5000 + 7, owner: SystemProgram.programId.toBase58() };
  const change = await ask('requestAirdrop', address, 7);
  expect(change.params).toMatchObject({ subscription, result: { value } });
  expect((await next()).id).toBe(1);
  expect((await ask('accountUnsubscribe', subscription)).result).toBe(true);
  expect((await ask('requestAirdrop', address, 7)).id).toBe(1);
  expect((await ask('accountUnsubscribe', subscription)).error.code).toBe(-32602);
  socket.close();
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

test("another site's host name that resolves here is refused", async () => {
  const socket = new WebSocket(chain.url.replace('http', 'ws'), { headers: { host: 'evil.example' } });
  const error = await new Promise<Error>((resolve) => socket.on('error', resolve));
  expect(error.message).toContain('401');
});
