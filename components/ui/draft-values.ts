type KeptValues = { account: string; keptAt: number; values: Record<string, string> };

/** One hour: time to find a password, but a tab left open doesn't restore yesterday's text. */
const keptForMilliseconds = 60 * 60 * 1000;
/** Prefix of values kept in a tab for one account. Signing out removes them. */
export const keptPrefix = 'countersign.kept:';

export type FormPlace = { path: string; form: string; account: string };

export function keepValues({ path, form, account }: FormPlace, values: Record<string, string>): void {
  const kept: KeptValues = { account, keptAt: Date.now(), values };
  sessionStorage.setItem(keptPrefix + path + form, JSON.stringify(kept));
}

/** Returns and removes the kept values. Null if absent, older than an hour, or another account's. */
export function takeValues({ path, form, account }: FormPlace): Record<string, string> | null {
  const key = keptPrefix + path + form;
  const text = sessionStorage.getItem(key);
  if (text === null) return null;
  sessionStorage.removeItem(key);
  const kept = JSON.parse(text) as KeptValues;
  const isGood = kept.account === account && Date.now() - kept.keptAt < keptForMilliseconds;
  return isGood ? kept.values : null;
}

/** Drops everything kept in this tab, for all accounts. */
export function dropKeptForms(): void {
  const { length } = sessionStorage;
  const keys = Array.from({ length }, (_, index) => sessionStorage.key(index) ?? '');
  for (const key of keys) if (key.startsWith(keptPrefix)) sessionStorage.removeItem(key);
}
