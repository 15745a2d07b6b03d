import { type Adapter, BaseWalletAdapter, WalletReadyState } from '@solana/wallet-adapter-base';
import { PublicKey } from '@solana/web3.js';
import { attemptConnection, connectionTimeoutInSeconds } from './attempt-connection';

/** An adapter whose wallet answers when the test tells it to. */
class HeldAdapter extends BaseWalletAdapter {
  override name = 'Held' as Adapter['name'];
  override url = '';
  override icon = '';
  override readyState = WalletReadyState.Installed;
  override publicKey: PublicKey | null = null;
  override connecting = false;
  override supportedTransactionVersions = null;
  disconnects = 0;
  #answers: { yes: () => void; no: (error: unknown) => void }[] = [];

  override async connect(): Promise<void> {
    if (this.publicKey || this.connecting) return;
    this.connecting = true;
    try {
      await new Promise<void>((yes, no) => this.#answers.push({ yes, no }));
      this.publicKey = PublicKey.default;
      this.emit('connect', this.publicKey);
    } finally {
      this.connecting = false;
    }
  }
  override async disconnect(): Promise<void> {
    this.disconnects += 1;
    this.publicKey = null;
    this.emit('disconnect');
  }
  override async sendTransaction(): Promise<string> {
    throw new Error('not here');
  }
  accept(): void {
    this.#answers.shift()?.yes();
  }
  refuse(error: unknown): void {
    this.#answers.shift()?.no(error);
  }
}

const silent = false;
const settle = () => new Promise((resolve) => setImmediate(resolve));

describe('a connection attempt', () => {
  it('connects', async () => {
    const adapter = new HeldAdapter();
    const answer = attemptConnection(adapter, { silent, signal: new AbortController().signal });
    adapter.accept();
    await expect(answer).resolves.toEqual({ outcome: 'connected' });
    expect(adapter.listenerCount('connect')).toBe(0);
  });

  it('maps a refusal to a code of the catalogue', async () => {
    const adapter = new HeldAdapter();
    const answer = attemptConnection(adapter, { silent, signal: new AbortController().signal });
    adapter.refuse({ code: 4001, message: 'secret words of the wallet' });
    await expect(answer).resolves.toEqual({ outcome: 'failed', code: 'wallet.cancelled' });
  });

  it('maps a synchronous throw to a code', async () => {
    const adapter = new HeldAdapter();
    adapter.connect = () => {
      throw { code: -32002 };
    };
    const answer = attemptConnection(adapter, { silent, signal: new AbortController().signal });
    await expect(answer).resolves.toEqual({ outcome: 'failed', code: 'wallet.request_open' });
  });

  it('does not count an acceptance without an account as a connection', async () => {
    const adapter = new HeldAdapter();
    adapter.connect = async () => undefined;
    const answer = attemptConnection(adapter, { silent, signal: new AbortController().signal });
    await expect(answer).resolves.toEqual({ outcome: 'failed', code: 'wallet.connection_failed' });
  });

  it('disconnects a wallet that accepts after its attempt was given up', async () => {
    const adapter = new HeldAdapter();
    const giveUp = new AbortController();
    const answer = attemptConnection(adapter, { silent, signal: giveUp.signal });
    giveUp.abort();
    await expect(answer).resolves.toEqual({ outcome: 'abandoned' });
    adapter.accept();
    await settle();
    expect(adapter.disconnects).toBe(1);
    expect(adapter.connected).toBe(false);
  });

  it('ignores a refusal after its attempt was given up', async () => {
    const adapter = new HeldAdapter();
    const giveUp = new AbortController();
    const answer = attemptConnection(adapter, { silent, signal: giveUp.signal });
    giveUp.abort();
    adapter.refuse({ code: 4001 });
    await settle();
    await expect(answer).resolves.toEqual({ outcome: 'abandoned' });
    expect(adapter.disconnects).toBe(0);
    expect(adapter.listenerCount('connect') + adapter.listenerCount('error')).toBe(0);
  });

  it('counts a repeated acceptance once', async () => {
    const adapter = new HeldAdapter();
    const answer = attemptConnection(adapter, { silent, signal: new AbortController().signal });
    adapter.accept();
    await expect(answer).resolves.toEqual({ outcome: 'connected' });
    adapter.emit('connect', PublicKey.default);
    await settle();
    expect(adapter.disconnects).toBe(0);
    expect(adapter.connected).toBe(true);
  });

  it('gives the answer to the first request to a second attempt', async () => {
    const adapter = new HeldAdapter();
    const giveUp = new AbortController();
    attemptConnection(adapter, { silent, signal: giveUp.signal });
    giveUp.abort();
    const second = attemptConnection(adapter, { silent, signal: new AbortController().signal });
    await settle();
    adapter.accept();
    await expect(second).resolves.toEqual({ outcome: 'connected' });
    await settle();
    expect(adapter.disconnects).toBe(0);
    expect(adapter.connected).toBe(true);
  });

  it('handles a wallet that refuses to disconnect', async () => {
    const warn = jest.spyOn(console, 'warn').mockImplementation(() => undefined);
    const adapter = new HeldAdapter();
    adapter.disconnect = () => {
      throw new Error('never');
    };
    const giveUp = new AbortController();
    attemptConnection(adapter, { silent, signal: giveUp.signal });
    giveUp.abort();
    adapter.accept();
    await settle();
    expect(warn.mock.calls.flat().join(' ')).not.toContain('never');
    warn.mockRestore();
  });

  it("gives up on a wallet that hangs, after the mobile protocol's timeout, and undoes a late acceptance", async () => {
    jest.useFakeTimers({ doNotFake: ['setImmediate'] });
    try {
      const adapter = new HeldAdapter();
      const answer = attemptConnection(adapter, { silent, signal: new AbortController().signal });
      expect(connectionTimeoutInSeconds).toBe(30);
      jest.advanceTimersByTime(30_000);
      await expect(answer).resolves.toEqual({ outcome: 'failed', code: 'wallet.timed_out' });
      adapter.accept();
      await settle();
      expect(adapter.disconnects).toBe(1);
    } finally {
      jest.useRealTimers();
    }
  });

  it("waits for a user who was sent to the wallet's app", async () => {
    const adapter = new HeldAdapter();
    adapter.readyState = WalletReadyState.Loadable;
    adapter.connect = async () => undefined;
    const giveUp = new AbortController();
    let answered = false;
    const answer = attemptConnection(adapter, { silent, signal: giveUp.signal }).finally(() => {
      answered = true;
    });
    await settle();
    expect(answered).toBe(false);
    giveUp.abort();
    await expect(answer).resolves.toEqual({ outcome: 'abandoned' });
  });

  it('returns a silent refusal', async () => {
    const adapter = new HeldAdapter();
    adapter.autoConnect = async () => undefined;
    const answer = attemptConnection(adapter, { silent: true, signal: new AbortController().signal });
    await expect(answer).resolves.toEqual({ outcome: 'failed', code: 'wallet.not_connected' });
  });
});
