import { signOut } from '@/lib/auth/session/sign-out';
import { homePath } from '@/lib/auth/sign-in/safe-redirect';
import { cacheControl } from '@/lib/http/security-headers';

const signInPath = '/sign-in';

/**
 * Signs out: this session, or with `everywhere` every session of the account. An address instead of a server action, so
 * that the browser loads the sign-in page anew and nothing of the account stays in the tab.
 */
export async function POST(request: Request): Promise<Response> {
  const form = await request.formData();
  const { ended } = await signOut(form.has('everywhere') ? 'global' : 'local');
  return goTo(ended ? signInPath : `${signInPath}?notice=session-not-ended`);
}

/** A visit signs nobody out. */
export function GET(): Response {
  return goTo(homePath);
}

function goTo(location: string): Response {
  return new Response(null, { status: 303, headers: { location, 'cache-control': cacheControl } });
}
