/** Longer than a page takes to come, and too short to be forgotten. */
const lastsInMilliseconds = 10_000;
let wishedAt = Number.NEGATIVE_INFINITY;

/** Somebody has pressed, on another page of this tab, what adds a passkey: the page with the button goes on with it. */
export function wishForPasskey(): void {
  wishedAt = Date.now();
}

/** @returns whether somebody has just wished for one. Once: an address alone begins nothing. */
export function takeWish(): boolean {
  const isFresh = Date.now() - wishedAt < lastsInMilliseconds;
  wishedAt = Number.NEGATIVE_INFINITY;
  return isFresh;
}
