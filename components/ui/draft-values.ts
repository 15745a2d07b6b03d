type KeptValues = { account: string; keptAt: number; values: Record<string, string> };

/** One hour: time to find a password, but a tab left open doesn't restore yesterday's text. */
const keptForMilliseconds = 60 * 60 * 1000;
/** Prefix of values kept in a tab for one account. Signing out removes them. */
export const keptPrefix = 'countersign.kept:';

export type FormPlace = { path: string; form: string; account: string };

/** The used part of `sessionStorage`, which is per tab and deleted with it. */
export type TabStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem' | 'key' | 'length'>;

export function keepValues(
  storage: TabStorage,
  { path, form, account }: FormPlace,
  values: Record<string, string>,
): void {
  const kept: KeptValues = { account, keptAt: Date.now(), values };
  storage.setItem(keptPrefix + path + form, JSON.stringify(kept));
}

/** Returns and removes the kept values. Null if absent, older than an hour, or another account's. */
export function takeValues(
  storage: TabStorage,
  { path, form, account }: FormPlace,
): Record<string, string> | null {
  const key = keptPrefix + path + form;
  const text = storage.getItem(key);
  if (text === null) return null;
  storage.removeItem(key);
  const kept = JSON.parse(text) as KeptValues;
  const isGood = kept.account === account && Date.now() - kept.keptAt < keptForMilliseconds;
  return isGood ? kept.values : null;
}

export function dropValues(storage: TabStorage): void {
  for (const key of listKeys(storage)) storage.removeItem(key);
}

function listKeys(storage: TabStorage): string[] {
  const keys = Array.from({ length: storage.length }, (_, index) => storage.key(index) ?? '');
  return keys.filter((key) => key.startsWith(keptPrefix));
}
