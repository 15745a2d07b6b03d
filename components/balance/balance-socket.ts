import { readJsonWithLamports, readLamports, readProperty, readSlot } from './fetch-balances.ts';

export type SocketLike = {
  send(text: string): void;
  close(): void;
  onopen: ((event: Event) => void) | null;
  onmessage: ((event: MessageEvent) => void) | null;
  onclose: ((event: CloseEvent) => void) | null;
  onerror: ((event: Event) => void) | null;
};

export type BalanceSocket = {
  watch(addresses: readonly string[]): void;
  /** Closes the socket without calling `onLost`. */
  close(): void;
};

type Listeners = {
  /** Called once every watched address has a subscription. */
  onSubscribed: () => void;
  onChange: (address: string, lamports: bigint, slot: number) => void;
  /** Called once, when the socket closed or sent invalid data. The socket is then unusable. */
  onLost: () => void;
};

/** In characters; every valid message is shorter. */
const longestMessage = 100_000;

/** Opens one socket for all balances. Any message that isn't a valid answer or notification closes it. */
export function openBalanceSocket(
  open: () => SocketLike,
  addresses: readonly string[],
  { onSubscribed, onChange, onLost }: Listeners,
): BalanceSocket {
  const socket = open();
  const wanted = new Set(addresses);
  /** Addresses of calls without an answer yet, by call ID. */
  const asked = new Map<number, string>();
  const heard = new Map<number, string>();
  const slots = new Map<string, number>();
  let lastId = 0;
  let isOpen = false;
  let isClosed = false;

  const end = () => {
    isClosed = true;
    socket.onopen = socket.onmessage = socket.onclose = socket.onerror = null;
    socket.close();
  };
  const lose = () => {
    if (isClosed) return;
    end();
    onLost();
  };
  const call = (method: string, params: unknown[]): number => {
    lastId += 1;
    socket.send(JSON.stringify({ jsonrpc: '2.0', id: lastId, method, params }));
    return lastId;
  };
  const subscribe = (address: string) => {
    const options = { encoding: 'base64', commitment: 'confirmed', dataSlice: { offset: 0, length: 0 } };
    asked.set(call('accountSubscribe', [address, options]), address);
  };
  const handleAnswer = (id: number, subscription: unknown) => {
    const address = asked.get(id);
    // An answer to `accountUnsubscribe`.
    if (address === undefined) return;
    asked.delete(id);
    // With two subscriptions under one ID, a change couldn't be assigned to an address.
    if (typeof subscription !== 'number' || heard.has(subscription)) return lose();
    if (wanted.has(address)) heard.set(subscription, address);
    else call('accountUnsubscribe', [subscription]);
    if (asked.size === 0) onSubscribed();
  };
  const handleChange = (params: unknown) => {
    const subscription = readProperty(params, 'subscription');
    const address = typeof subscription === 'number' ? heard.get(subscription) : undefined;
    // Notification for an ended or unknown subscription.
    if (address === undefined) return;
    const result = readProperty(params, 'result');
    const [slot, lamports] = [readSlot(result), readLamports(readProperty(result, 'value'))];
    if (slot === null || lamports === null) return lose();
    if (slot < (slots.get(address) ?? 0)) return;
    slots.set(address, slot);
    onChange(address, lamports, slot);
  };

  socket.onclose = lose;
  socket.onerror = lose;
  socket.onopen = () => {
    isOpen = true;
    for (const address of wanted) subscribe(address);
  };
  socket.onmessage = ({ data }) => {
    if (typeof data !== 'string' || data.length > longestMessage) return lose();
    let message: unknown;
    try {
      message = readJsonWithLamports(data);
    } catch {
      return lose();
    }
    const id = readProperty(message, 'id');
    if (typeof id === 'number') handleAnswer(id, readProperty(message, 'result'));
    else if (readProperty(message, 'method') === 'accountNotification')
      handleChange(readProperty(message, 'params'));
    else lose();
  };

  return {
    close: end,
    watch: (next) => {
      const added = next.filter((address) => !wanted.has(address));
      wanted.clear();
      for (const address of next) wanted.add(address);
      if (!isOpen || isClosed) return;
      for (const [subscription, address] of heard) {
        if (wanted.has(address)) continue;
        heard.delete(subscription);
        call('accountUnsubscribe', [subscription]);
      }
      for (const address of added) subscribe(address);
    },
  };
}
