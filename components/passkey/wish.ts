import { resumeParameter } from '@/lib/flow/resume';

/** Longer than a page takes to come, and too short to be forgotten. */
const lastsInMilliseconds = 10_000;
let wishedAt = Number.NEGATIVE_INFINITY;

/** Someone has pressed, on another page of this tab, what adds a passkey: the page with the button goes on with it. */
export function wishForPasskey(): void {
  wishedAt = Date.now();
}

/** @returns whether someone has just wished for one. Once: an address alone begins nothing. */
export function takeWish(): boolean {
  const isFresh = Date.now() - wishedAt < lastsInMilliseconds;
  wishedAt = Number.NEGATIVE_INFINITY;
  return isFresh;
}

const keptName = 'countersign.passkey-wish';

/** Keeps it in this tab for someone who leaves the page to confirm that it is them. */
export function keepWish(): void {
  sessionStorage.setItem(keptName, '1');
}

/** @returns whether someone has left this page so, and has come back with the word in its address that says that they confirmed. Once. */
export function takeKeptWish(): boolean {
  const isKept = sessionStorage.getItem(keptName) !== null;
  sessionStorage.removeItem(keptName);
  const address = new URL(location.href);
  if (!address.searchParams.has(resumeParameter)) return false;
  address.searchParams.delete(resumeParameter);
  // Without state of its own, the router takes part and keeps the address when it reads the page again.
  history.replaceState(null, '', address);
  return isKept;
}
