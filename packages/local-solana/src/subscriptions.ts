import { z } from 'zod';
import { writeExactJson } from './exact-json.ts';
import type { ProcessedTransaction } from './history.ts';
import type { Ledger } from './ledger.ts';
import { Address, readParameters, Signature } from './read-parameters.ts';
import { RpcError } from './rpc-error.ts';
import { describeAccount, type RpcMethod } from './rpc-methods.ts';

type Subscription = { kind: 'account' | 'signature'; key: string };

export type Subscriptions = {
  methods: Record<string, RpcMethod>;
  /** Tells this socket what it asked to hear about. */
  announce(done: ProcessedTransaction): void;
};

/** Enough for every page of wallets; keeps a page gone wrong from filling the memory. */
const subscriptionsPerSocket = 1000;

const AddressFirst = z.tuple([Address]).rest(z.unknown());
const SignatureFirst = z.tuple([Signature]).rest(z.unknown());
const IdFirst = z.tuple([z.int()]).rest(z.unknown());

let lastId = 0;

/** One socket's subscriptions: changes of accounts, and processed transactions. */
export function createSubscriptions(ledger: Ledger, send: (text: string) => void): Subscriptions {
  const active = new Map<number, Subscription>();

  const subscribe = (subscription: Subscription): number => {
    if (active.size >= subscriptionsPerSocket) throw new RpcError('internal', 'Too many subscriptions');
    lastId += 1;
    active.set(lastId, subscription);
    return lastId;
  };
  const unsubscribe = (parameters: unknown) => {
    const [id] = readParameters(IdFirst, parameters);
    if (!active.delete(id)) throw new RpcError('invalidParams', 'Invalid subscription id.');
    return true;
  };
  const notify = (id: number, kind: Subscription['kind'], value: unknown) => {
    const result = { context: { slot: ledger.slot() }, value };
    send(
      writeExactJson({ jsonrpc: '2.0', method: `${kind}Notification`, params: { result, subscription: id } }),
    );
  };
  const announceSignature = (id: number) => {
    // Once only: then it has ended by itself.
    if (active.delete(id)) notify(id, 'signature', { err: null });
  };

  return {
    methods: {
      accountSubscribe: (parameters) => {
        const [key] = readParameters(AddressFirst, parameters);
        return subscribe({ kind: 'account', key });
      },
      signatureSubscribe: (parameters) => {
        const [key] = readParameters(SignatureFirst, parameters);
        const id = subscribe({ kind: 'signature', key });
        // Processed already: said after the answer that names the subscription.
        if (ledger.history.find(key)) setImmediate(announceSignature, id);
        return id;
      },
      accountUnsubscribe: unsubscribe,
      signatureUnsubscribe: unsubscribe,
    },
    announce: ({ signature, addresses }) => {
      for (const [id, { kind, key }] of active) {
        if (kind === 'signature' && key === signature) announceSignature(id);
        if (kind === 'account' && addresses.includes(key)) {
          notify(id, 'account', describeAccount(ledger.readAccount(key)) ?? emptyAccount);
        }
      }
    },
  };
}

/** Solana's notification about an account that has just ceased to exist. */
const emptyAccount = {
  lamports: 0,
  owner: '11111111111111111111111111111111',
  data: ['', 'base64'],
  executable: false,
  rentEpoch: 0,
  space: 0,
};
