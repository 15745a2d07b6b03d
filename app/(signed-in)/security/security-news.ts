/** What `/security` says when something was just done there. Anybody may write one into the address, so nothing but these is shown. */
const news = {
  'authenticator-added': 'The authenticator is added. From now on, signing in asks for its codes.',
  'authenticator-removed': 'The authenticator is removed.',
  'codes-made': 'Your recovery codes are made.',
  'method-kept': 'It is kept, and counts as yours from now on.',
  'passkey-removed': 'The passkey is removed. Delete it in your password manager too, if it still shows it.',
  'session-ended':
    'That session has ended: it can do nothing any more, and pages open there close within the hour.',
  'sessions-ended':
    'Every other session has ended: they can do nothing any more, and pages open there close within the hour.',
} as const;

export function securityPathAfter(done: keyof typeof news): string {
  return `/security?done=${done}`;
}

/** @returns null for anything else. */
export function describeNews(done: string | undefined): string | null {
  return done !== undefined && Object.hasOwn(news, done) ? news[done as keyof typeof news] : null;
}
