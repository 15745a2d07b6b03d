/** The stored record: the key pair, its public key (32 bytes), and whether this browser is connected. */
export type DemoWalletRecord = {
  privateKey: CryptoKey;
  publicKey: Uint8Array<ArrayBuffer>;
  isConnected: boolean;
};

/** The browser has no Ed25519 or no IndexedDB. Mapped to `wallet.demo_unavailable` by name. */
export class DemoWalletUnavailableError extends Error {
  override name = 'DemoWalletUnavailableError';
}

const databaseName = 'countersign-demo-wallet';
const storeName = 'wallet';
const recordKey = 'only';

/** The stored record, or null before the first connection. Throws DemoWalletUnavailableError. */
export async function readDemoWallet(): Promise<DemoWalletRecord | null> {
  const found = await runOnStore('readonly', (store) => store.get(recordKey));
  return isRecord(found) ? found : null;
}

/** The browser's only key, not extractable. Created in one transaction, so two tabs share it. Throws DemoWalletUnavailableError. */
export async function readOrCreateDemoWallet(): Promise<DemoWalletRecord> {
  const kept = await readDemoWallet();
  if (kept) return kept;
  const fresh = await generateRecord();
  let winner = fresh;
  await runOnStore('readwrite', (store) => {
    const lookup = store.get(recordKey);
    lookup.onsuccess = () => {
      if (isRecord(lookup.result)) winner = lookup.result;
      else store.put(fresh, recordKey);
    };
    return lookup;
  });
  return winner;
}

/** Stores whether this browser is connected. A silent connection succeeds only if it is. */
export async function keepDemoWallet(record: DemoWalletRecord): Promise<void> {
  await runOnStore('readwrite', (store) => store.put(record, recordKey));
}

async function generateRecord(): Promise<DemoWalletRecord> {
  try {
    const pair = await crypto.subtle.generateKey('Ed25519', false, ['sign', 'verify']);
    const publicKey = new Uint8Array(await crypto.subtle.exportKey('raw', pair.publicKey));
    return { privateKey: pair.privateKey, publicKey, isConnected: false };
  } catch (cause) {
    throw new DemoWalletUnavailableError('no Ed25519', { cause });
  }
}

async function runOnStore(
  mode: IDBTransactionMode,
  ask: (store: IDBObjectStore) => IDBRequest,
): Promise<unknown> {
  try {
    const database = await openDatabase();
    try {
      return await new Promise((resolve, reject) => {
        const transaction = database.transaction(storeName, mode);
        const request = ask(transaction.objectStore(storeName));
        transaction.oncomplete = () => resolve(request.result);
        transaction.onabort = () => reject(transaction.error);
      });
    } finally {
      database.close();
    }
  } catch (cause) {
    throw new DemoWalletUnavailableError('no IndexedDB', { cause });
  }
}

function openDatabase(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(databaseName, 1);
    request.onupgradeneeded = () => request.result.createObjectStore(storeName);
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
    request.onblocked = () => reject(new Error('blocked'));
  });
}

function isRecord(value: unknown): value is DemoWalletRecord {
  return typeof value === 'object' && value !== null && 'privateKey' in value && 'publicKey' in value;
}
