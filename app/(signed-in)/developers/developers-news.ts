/** What `/developers` and the page of an app say when something was just done. Nothing else that is in the address is shown. */
const news = {
  changed: 'Your changes are saved. People see them from now on.',
  removed: 'The app is removed, and the access of everybody who used it has ended.',
} as const;

export function developersPathAfter(done: 'removed'): string {
  return `/developers?done=${done}`;
}

/** @returns null for anything else. */
export function describeNews(done: string | undefined): string | null {
  return done !== undefined && Object.hasOwn(news, done) ? news[done as keyof typeof news] : null;
}
