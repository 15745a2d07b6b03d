/** The messages that `?done=` may select. The user may have typed the URL, so the page shows no other text. */
const doneMessages = {
  '/apps': {
    ended: "Access ended. The app's tokens no longer work.",
    shared: 'Saved. The app can see the wallets that you chose.',
    'shared-none': 'Saved. The app can see none of your wallets.',
    unshared: 'It is no longer shared.',
    gone: 'Access had already ended.',
  },
  '/developers': {
    changed: 'Changes saved.',
    removed: "App removed. Everyone's access has ended.",
  },
  '/security': {
    'authenticator-added': 'Authenticator added. Signing in now asks for its codes.',
    'authenticator-removed': 'Authenticator removed.',
    'codes-kept': 'Recovery codes saved.',
    'method-kept': "Kept. You can now use it to confirm it's you.",
    'passkey-removed': "Passkey removed. Delete it in your password manager too, if it's still there.",
    'setup-closed': 'No setup is open: it was finished, canceled or older than ten minutes.',
    'session-ended':
      'That session has ended. It no longer has access, and pages open there close within the hour.',
    'sessions-ended':
      'Every other session has ended. They no longer have access, and pages open there close within the hour.',
  },
} as const;

type DoneMessages = typeof doneMessages;

export function pathAfter<Path extends keyof DoneMessages>(
  path: Path,
  done: keyof DoneMessages[Path] & string,
): string {
  return `${path}?done=${done}`;
}

export function describeDone(path: keyof DoneMessages, done: string | undefined): string | null {
  const messages: Record<string, string> = doneMessages[path];
  return done !== undefined && Object.hasOwn(messages, done) ? (messages[done] ?? null) : null;
}
