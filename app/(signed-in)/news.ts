/**
 * What a page says when something was just done there, by a word in its address. Anybody may write one into it, so nothing but
 * these is shown.
 */
const news = {
  '/apps': {
    ended: 'Access has ended. What that app was given is of no use to it any more.',
    unshared: 'That wallet is no longer shared. The app stops seeing it at once.',
    gone: 'That had ended already.',
  },
  /** Besides the list, for the page of an app. */
  '/developers': {
    changed: 'Your changes are saved. People see them from now on.',
    removed: 'The app is removed, and the access of everybody who used it has ended.',
  },
  '/security': {
    'authenticator-added': 'The authenticator is added. From now on, signing in asks for its codes.',
    'authenticator-removed': 'The authenticator is removed.',
    'codes-made': 'Your recovery codes are made.',
    'method-kept': 'It is kept, and counts as yours from now on.',
    'passkey-removed':
      'The passkey is removed. Delete it in your password manager too, if it still shows it.',
    'session-ended':
      'That session has ended: it can do nothing any more, and pages open there close within the hour.',
    'sessions-ended':
      'Every other session has ended: they can do nothing any more, and pages open there close within the hour.',
  },
} as const;

type News = typeof news;

/** The address of a page that says it. */
export function pathAfter<Path extends keyof News>(path: Path, done: keyof News[Path] & string): string {
  return `${path}?done=${done}`;
}

/** @returns null for anything else. */
export function describeNews(path: keyof News, done: string | undefined): string | null {
  const said: Record<string, string> = news[path];
  return done !== undefined && Object.hasOwn(said, done) ? (said[done] ?? null) : null;
}
