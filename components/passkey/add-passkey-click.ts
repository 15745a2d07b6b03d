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
