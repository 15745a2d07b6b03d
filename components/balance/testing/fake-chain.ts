import type { FeedEnvironment } from '@/components/balance/balance-feed';
import type { SocketLike } from '@/components/balance/balance-socket';

/** A socket whose server side the test controls. */
export class FakeSocket implements SocketLike {
  onopen: SocketLike['onopen'] = null;
  onmessage: SocketLike['onmessage'] = null;
  onclose: SocketLike['onclose'] = null;
  onerror: SocketLike['onerror'] = null;
  isClosed = false;
  readonly sent: { id: number; method: string; params: unknown[] }[] = [];

  send(text: string): void {
    this.sent.push(JSON.parse(text));
  }

  close(): void {
    this.isClosed = true;
  }

  open(): void {
    this.onopen?.(new Event('open'));
  }

  receive(text: string): void {
    this.onmessage?.(new MessageEvent('message', { data: text }));
  }

  /** Confirms every pending subscription. The subscription ID is the call ID plus 100. */
  confirm(): void {
    for (const { id, method } of this.sent.splice(0)) {
      if (method === 'accountSubscribe') this.receive(`{"jsonrpc":"2.0","result":${id + 100},"id":${id}}`);
    }
  }

  announce(subscription: number, lamports: string, slot: number): void {
    this.receive(
      `{"jsonrpc":"2.0","method":"accountNotification","params":{"result":{"context":{"slot":${slot}},"value":{"lamports":${lamports}}},"subscription":${subscription}}}`,
    );
  }

  drop(): void {
    this.onclose?.(new Event('close') as CloseEvent);
  }
}

export type FakeChain = FeedEnvironment & {
  sockets: FakeSocket[];
  requests: number[];
  /** The response to each read. Lamports are as written in JSON. */
  answer: () => Response | Promise<Response>;
  balance: string;
  slot: number;
  /** Advances the clock and runs all timers that come due. */
  pass(milliseconds: number): Promise<void>;
  newest(): FakeSocket;
};

/** A chain, network and clock under the test's control. */
export function createFakeChain(): FakeChain {
  let time = 0;
  const timers = new Set<{ at: number; run: () => void }>();
  const settle = async () => {
    for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
  };
  let asked = 0;
  const chain: FakeChain = {
    sockets: [],
    requests: [],
    balance: '1000000000',
    slot: 1,
    answer: () => {
      const account = `{"lamports":${chain.balance},"data":["","base64"],"rentEpoch":18446744073709551615}`;
      const accounts = Array.from({ length: asked }, () => account).join();
      return new Response(
        `{"jsonrpc":"2.0","result":{"context":{"slot":${chain.slot}},"value":[${accounts}]},"id":1}`,
      );
    },
    now: () => time,
    after: (milliseconds, run) => {
      const timer = { at: time + milliseconds, run };
      timers.add(timer);
      return () => timers.delete(timer);
    },
    openSocket: () => {
      const socket = new FakeSocket();
      chain.sockets.push(socket);
      return socket;
    },
    fetch: async (_url, init) => {
      asked = JSON.parse(String(init?.body)).params[0].length;
      chain.requests.push(asked);
      return chain.answer();
    },
    newest: () => {
      const socket = chain.sockets.at(-1);
      if (!socket) throw new Error('No socket was opened.');
      return socket;
    },
    pass: async (milliseconds) => {
      const end = time + milliseconds;
      await settle();
      for (;;) {
        const [due] = [...timers].filter(({ at }) => at <= end).sort((one, other) => one.at - other.at);
        if (!due) break;
        timers.delete(due);
        time = due.at;
        due.run();
        await settle();
      }
      time = end;
    },
  };
  return chain;
}
