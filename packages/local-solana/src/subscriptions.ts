import { z } from 'zod';
import { writeExactJson } from './exact-json.ts';
import type { Ledger } from './ledger.ts';
import { RpcError } from './rpc-error.ts';
import { Address, describeAccount, type RpcMethod, read, Signature } from './rpc-methods.ts';

export type Subscriptions = {
  methods: Record<string, RpcMethod>;
  end(): void;
};

let lastId = 0;

/** One socket's subscriptions to account changes and processed transactions. */
export function createSubscriptions(ledger: Ledger, send: (text: string) => void): Subscriptions {
  const active = new Map<number, () => void>();

  const end = (id: number) => {
    active.get(id)?.();
    return active.delete(id);
  };
  const subscribe = (key: string, notify: (id: number) => void): number => {
    lastId += 1;
    const onChange = notify.bind(null, lastId);
    ledger.changes.on(key, onChange);
    active.set(lastId, () => ledger.changes.off(key, onChange));
    return lastId;
  };
  const write = (method: string, subscription: number, value: unknown) => {
    const result = { context: { slot: ledger.slot() }, value };
    send(writeExactJson({ jsonrpc: '2.0', method, params: { result, subscription } }));
  };
  const unsubscribe: RpcMethod = ([id]) => {
    if (end(read(z.int(), id))) return true;
    throw new RpcError('invalidParams', 'Invalid subscription id.');
  };

  return {
    methods: {
      accountSubscribe: ([key]) => {
        const address = read(Address, key);
        return subscribe(address, (id) =>
          write('accountNotification', id, describeAccount(ledger.readBalance(address))),
        );
      },
      signatureSubscribe: ([key]) => {
        const signature = read(Signature, key);
        const notify = (id: number) => {
          if (end(id)) write('signatureNotification', id, { err: null });
        };
        const id = subscribe(signature, notify);
        // Notifies after the response that contains the subscription's ID.
        if (ledger.findSlot(signature)) setImmediate(notify, id);
        return id;
      },
      accountUnsubscribe: unsubscribe,
      signatureUnsubscribe: unsubscribe,
    },
    end: () => [...active.keys()].forEach(end),
  };
}
