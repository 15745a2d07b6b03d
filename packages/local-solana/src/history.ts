export type ProcessedTransaction = {
  /** Base58. */
  signature: string;
  addresses: string[];
  slot: number;
  /** Seconds since 1970. */
  blockTime: number;
};

export type History = {
  add(done: ProcessedTransaction): void;
  find(signature: string): ProcessedTransaction | undefined;
  /** The signatures of an address, newest first, beginning after `before` and ending ahead of `until`. */
  list(address: string, range: { limit: number; before?: string; until?: string }): ProcessedTransaction[];
};

/** Older ones are forgotten: the chain may run for weeks. */
const largestHistory = 10_000;

/** Processed transactions. Failing ones are refused before they get here. */
export function createHistory(): History {
  const bySignature = new Map<string, ProcessedTransaction>();
  return {
    add: (done) => {
      bySignature.set(done.signature, done);
      const [oldest] = bySignature.keys();
      if (bySignature.size > largestHistory && oldest !== undefined) bySignature.delete(oldest);
    },
    find: (signature) => bySignature.get(signature),
    list: (address, { limit, before, until }) => {
      const all = [...bySignature.values()].filter(({ addresses }) => addresses.includes(address)).reverse();
      const first = before ? all.findIndex(({ signature }) => signature === before) + 1 : 0;
      const end = until ? all.findIndex(({ signature }) => signature === until) : -1;
      return all.slice(first, end < 0 ? undefined : end).slice(0, limit);
    },
  };
}
