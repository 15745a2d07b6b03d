import type { WalletsAnswer } from '../server/wallets.ts';

/** `expired` and `ended`: `requireWallet` redirects to the site. `unreachable`: also if the app doesn't respond. */
export type WalletsState = { status: 'loading' } | WalletsAnswer;

/** One object, because React compares states by identity. */
export const loading: WalletsState = { status: 'loading' };

/** By the path of the handler. On a server, they stay empty, because only browsers subscribe. */
const stores = new Map<string, ReturnType<typeof openStore>>();

export function walletStoreOf(path: string) {
  const store = stores.get(path) ?? openStore(path);
  stores.set(path, store);
  return store;
}

/** The state that all components of a page share. Empty while no component shows it, so that none shows a previous person's. */
function openStore(path: string) {
  let state = loading;
  let newest = 0;
  let isAsking = false;
  const subscribers = new Set<() => void>();

  function show(next: WalletsState): void {
    isAsking = false;
    state = next;
    for (const changed of subscribers) changed();
  }

  function reload(): void {
    newest += 1;
    const turn = newest;
    isAsking = true;
    const keep = (read: WalletsState) => {
      if (turn === newest) show(read);
    };
    read(path).then(keep, () => keep({ status: 'unreachable' }));
  }

  function empty(): void {
    newest += 1;
    show(loading);
  }

  function readAgain(): void {
    if (document.visibilityState === 'visible' && !isAsking) reload();
  }

  let listening: AbortController | null = null;
  return {
    subscribe(changed: () => void): () => void {
      subscribers.add(changed);
      if (listening === null) {
        listening = new AbortController();
        const { signal } = listening;
        document.addEventListener('visibilitychange', readAgain, { signal });
        // Before the browser keeps the page for the back button, which a person may press after they sign out.
        addEventListener('pagehide', empty, { signal });
        addEventListener('pageshow', ({ persisted }) => persisted && readAgain(), { signal });
        reload();
      }
      return () => {
        subscribers.delete(changed);
        if (subscribers.size > 0) return;
        listening?.abort();
        listening = null;
        empty();
      };
    },
    current: () => state,
    reload,
  };
}

/** Not aborted when the person leaves the page, because the response may set the cookie with the next refresh token. */
async function read(path: string): Promise<WalletsState> {
  const response = await fetch(path, { cache: 'no-store', keepalive: true });
  return response.ok ? ((await response.json()) as WalletsAnswer) : { status: 'unreachable' };
}
