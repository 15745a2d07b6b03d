/** What `/apps` says when something was just done there. Anybody may write one into the address, so nothing but these is shown. */
const news = {
  ended: 'Access has ended. What that app was given is of no use to it any more.',
  unshared: 'That wallet is no longer shared. The app stops seeing it at once.',
  gone: 'That had ended already.',
} as const;

export function appsPathAfter(done: keyof typeof news): string {
  return `/apps?done=${done}`;
}

/** @returns null for anything else. */
export function describeNews(done: string | undefined): string | null {
  return done !== undefined && Object.hasOwn(news, done) ? news[done as keyof typeof news] : null;
}
