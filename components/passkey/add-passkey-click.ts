import { changeAddress } from '@/components/ui/change-address';
import { resumeParameter } from '@/lib/http/with-next';

/** Longer than a page takes to load, and short enough that the user still expects it. */
const lastsInMilliseconds = 10_000;
let clickedAt = Number.NEGATIVE_INFINITY;

/** Records an "add passkey" click on another page of this tab. The page with the button then continues. */
export function recordAddClick(): void {
  clickedAt = Date.now();
}

/** @returns whether there was such a click within 10 s. Clears it, so that opening the address alone starts nothing. */
export function takeAddClick(): boolean {
  const isFresh = Date.now() - clickedAt < lastsInMilliseconds;
  clickedAt = Number.NEGATIVE_INFINITY;
  return isFresh;
}

const keptName = 'countersign.passkey-wish';

/** Records the click in this tab's storage, for a user who leaves the page to confirm access. */
export function storeAddClick(): void {
  sessionStorage.setItem(keptName, '1');
}

/** @returns whether `storeAddClick` was called and the address has the parameter set after confirming. Clears both. */
export function takeStoredAddClick(): boolean {
  const isKept = sessionStorage.getItem(keptName) !== null;
  sessionStorage.removeItem(keptName);
  if (!new URLSearchParams(location.search).has(resumeParameter)) return false;
  changeAddress((search) => search.delete(resumeParameter));
  return isKept;
}
